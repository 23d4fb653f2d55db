package table

// Listed is a table in a server's list: its id and its game as the newest entry left it.
type Listed struct {
	ID   string
	Game Game
}
