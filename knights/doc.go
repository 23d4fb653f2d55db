// Package knights is the card game of knights and lands for two to four players, rules K1 to K15, and its computer players.
//
// A [Game] is a value. [New] deals one, [Game.Moves] gives exactly the legal moves of a seat, and [Game.Play] carries one of them out
// and answers with the new game and what happened, or with a [Refusal] that is one sentence naming the rule. Both ask one function,
// verdict, whether a move is legal. Luck is a parameter; there is no clock, no file and no network. [Game.For] is what one seat may
// see, and all that a computer player ([Page], [Squire], [Baron]) is given.
//
// # The turn
//
// A player may first collect (K8), must lay one knight (K9), takes what lands are then beaten at once (K11), and may recruit one free
// knight before or after laying (K13, K13a). To lay a recruited knight at once is the move "recruit" followed by the move "lay": nothing
// can come between. A turn ends by itself when nothing optional is left; otherwise by the move "end turn".
//
// # What the rules leave open, and how it is played here
//
//   - K5: the sets are dealt by luck unless [Options] names them; so is the player who begins, for which no rule is known.
//   - K7: the supply of fame is not limited. The printed 32 chips carry several denominations, about which the sources disagree, so
//     their sum is unknown; points are counted, not pieces.
//   - K8a: collecting is the first action of a turn or does not happen. A player whose lands pay nothing has nothing to collect.
//   - K11a and K13b: the troops of the player to move are compared with the defences when a knight has been laid, and when laying had to
//     be skipped, because K11 itself asks for no laying. All that are stronger conquer.
//   - K13b: a player who cannot lay, but could after recruiting a free knight that the chips buy, must recruit such a knight before
//     the turn can end; a land's power that would help is never a duty. When every remaining player in a row had to skip laying, the
//     game is over: it could go on for ever.
//   - K14: a last hand knight laid into a defence by a land's power ends the game too.
//   - K15a: a bulwark is no knight: it holds off attackers and scores nothing. Ties share the victory.
//   - Resigning: the player's lands go back to the table with their defences, as at the start of the game (taken again, those
//     knights are free, K12); the hand and the attack troops go to the box face down and the chips to the supply. The others play on; a
//     player left alone has won. One may resign out of turn.
//
// # What is hidden
//
// A hand is seen by its player alone; the others see how many knights it holds of each set, because the sets differ by their backs (K5). So
// they can work out a good deal: knights of a set that lie nowhere in the open are in hands, and all but the recruited ones in the hand
// of the set's owner: [View.Backs] tells it, and the contents of the sets are known (K5a). What stays uncertain is
// which recruited knight is in which hand, when several players hold some. A [View] remembers nothing, so the computer players know that
// much and no more; [Baron] deals the uncertain knights anew for every game it imagines.
package knights
