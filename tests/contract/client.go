// Asks for a verdict with nothing but what openapi-generator makes of openapi.yaml.
package main

import (
	"context"
	"fmt"
	"os"

	referee "referee.example/clients/referee"
)

func main() {
	configuration := referee.NewConfiguration()
	configuration.Servers = referee.ServerConfigurations{{URL: os.Args[1]}}
	client := referee.NewAPIClient(configuration)
	request := referee.NewReplayRequest(referee.DOUBLE_RUSSIAN, []string{"T7-T8x6", "T9-T4x2", "T4-T9x4"})
	seed := "20261121"
	request.Seed = &referee.Seed{String: &seed}
	verdict, _, err := client.ReplaysAPI.Replay(context.Background()).ReplayRequest(*request).Execute()
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	cards := 0
	for _, column := range verdict.FinalState.Tableau {
		cards += len(column.Cards)
	}
	illegal := verdict.FirstIllegalMove.Get()
	fmt.Printf("%s, %d cards, %s: %s\n", verdict.Outcome, cards, illegal.Move, illegal.Reason)
}
