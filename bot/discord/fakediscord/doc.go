// Package fakediscord is a strict stand-in for Discord, REST and gateway on 127.0.0.1, for tests alone.
//
// It keeps guilds, channels, members, commands and messages, lets a test act as a person would (Slash, Autocomplete,
// Click, Select, SubmitModal), and shows what that person would see (Interaction.Message, Server.Messages). Everything that
// the bot sends is checked against Discord's documented limits. A breach is answered as Discord answers it and is also kept
// as a Violation, which fails the test at its end unless it was expected (Server.Expect).
//
// Two kinds of violation are not errors on the wire. Discord ignores some mistakes without a word (a flag that has no place
// there, a file that nothing shows); and this project asks for more than Discord does (allowed_mentions with nothing in it on
// each message). Their reasons begin with FAKE_. Where Discord documents a limit but not the name of the error, the name is
// made by analogy; the HTTP status, the code (50035) and the path of the field can be relied upon.
//
// The types are the package's own, so that it shares no mistake with the library that the bot uses.
package fakediscord
