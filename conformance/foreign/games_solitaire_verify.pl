# Games::Solitaire::Verify for games_solitaire_verify.py: reads `new VARIANT BOARD`, or a move of Freecell Solver's
# format. Writes the board, or an empty line if the move is refused. In boards, `|` ends each line.
use strict;
use warnings;
use Games::Solitaire::Verify::State ();
use Games::Solitaire::Verify::Move  ();

$| = 1;
my ($state, $variant);
while (my $line = <STDIN>)
{
    chomp $line;
    my $error;
    if ($line =~ /\Anew (\S+) (.*)/)
    {
        ($variant, my $board) = ($1, $2);
        $board =~ tr/|/\n/;
        $state = Games::Solitaire::Verify::State->new({ variant => $variant, string => $board });
    }
    else
    {
        my $move = Games::Solitaire::Verify::Move->new({ fcs_string => $line, game => $variant });
        $error = eval { $state->verify_and_perform_move($move) } || $@;
    }
    my $board = $error ? "" : $state->to_string();
    $board =~ tr/\n/|/;
    print "$board\n";
}
