// Solvitaire for solvitaire.py: reads `new PRESET BOARD`, or the number of a move that it has listed. Writes the piles,
// then the moves as `TYPE FROM TO COUNT`, all in one line.
#include <iostream>
#include <sstream>

#include "src/main/game/search-state/game_state.h"
#include "src/main/input-output/input/json-parsing/rules_parser.h"

// A friend of game_state, which names the piles.
class test_helper {
public:
    static std::vector<std::pair<std::string, pile::ref>> names(const game_state& state) {
        std::vector<std::pair<std::string, pile::ref>> found;
        add(found, "T", state.original_tableau_piles);
        add(found, "F", state.foundations);
        add(found, "R", state.original_cells.empty() ? state.original_reserve : state.original_cells);
        if (state.stock != 255) found.emplace_back("S", state.stock);
        return found;
    }
private:
    static void add(std::vector<std::pair<std::string, pile::ref>>& to, const std::string& letter,
                    const std::vector<pile::ref>& piles) {
        for (size_t i = 0; i < piles.size(); ++i) to.emplace_back(letter + std::to_string(i + 1), piles[i]);
    }
};

int main() {
    std::unique_ptr<game_state> state;
    std::vector<move> moves;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string word, preset, board;
        words >> word;
        if (word == "new") {
            words >> preset;
            std::getline(words, board);
            rapidjson::Document document;
            document.Parse(board.c_str());
            const sol_rules rules = rules_parser::from_preset(preset);
            state.reset(new game_state(rules, document, game_state::streamliner_options::NONE));
        } else {
            state->make_move(moves[std::stoul(word)]);
        }
        moves = state->get_legal_moves();
        const auto& piles = state->get_data();
        for (const auto& named : test_helper::names(*state)) {
            std::cout << named.first << ' ' << int(named.second) << ' ';
            pile cards = piles[named.second];
            for (int i = cards.size() - 1; i >= 0; --i)
                std::cout << (cards[i].is_face_down() ? "-" : "") << card(cards[i].get_suit(), cards[i].get_rank()).to_string()
                          << (i ? "," : "");
            std::cout << ';';
        }
        std::cout << '|';
        for (const auto& m : moves)
            std::cout << int(m.type) << ' ' << int(m.from) << ' ' << int(m.to) << ' ' << int(m.count) << ';';
        std::cout << std::endl;
    }
}
