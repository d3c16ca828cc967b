//! The poster of one game: its start, three moments and its end, and around them every jump in
//! small print. Needs a game in a setting, not the solver.
//!
//! `border` sets the jumps in a grid around the page, and `boards` shares what is left among the
//! pictures.

mod boards;
mod border;

use crate::Error;
use crate::drawing::typeface::{glyph, width};
use crate::drawing::{Colour, Drawing, Point, Role, Shown, Words};
use crate::page::{PageRoom, lines, paragraph};
use crate::render::Theme;
use crate::sheet::MILLIMETRE;
use crate::timeline::{Setting, settling};
use boards::{BoardsOfGame, MomentOfGame};
use border::Border;
use peg_solitaire::solution::Solution;
use pegfont_base::words::{counted, grouped};

/// The least size of words, but for the border, and their usual size, in parts of the shorter side
/// of the paper.
const LEAST: f32 = 8.6;
const NORMAL: f32 = 0.0135;
const TITLE: f32 = 0.04;

/// The space around the page, and between the border and what it surrounds.
const MARGIN: f32 = 0.03;

/// How many moments are shown between the start and the end.
const MOMENTS: usize = 3;

const RULE: &str = "One game of peg solitaire. A peg jumps over its neighbour into the empty hole \
                    behind it, and the neighbour is removed.";

/// A poster of a game on paper of a size in points, in the colours of a theme: the start, three
/// moments and the end as a film shows them, with every jump in the border.
///
/// # Errors
/// [`Error::SmallPoster`] if the border would need print of less than 4 points, or the boards would
/// be too small to be seen.
///
/// # Panics
/// If the setting has no board.
pub fn game_poster(setting: &Setting, theme: &Theme, paper: Point) -> Result<Drawing, Error> {
    let short = paper.0.min(paper.1);
    let margin = MARGIN * short;
    let mut poster = GamePoster {
        game: &setting.letters()[0].solution,
        title: title(setting),
        theme,
        page: page(setting, theme, paper),
        size: (NORMAL * short).max(LEAST),
        room: PageRoom {
            corner: (margin, margin),
            size: (paper.0 - 2.0 * margin, paper.1 - 2.0 * margin),
        },
    };

    let small = || poster.too_small(paper);
    let border = Border::around(poster.game, poster.room).ok_or_else(small)?;
    let room = border.inside().inset(margin);

    let boards = BoardsOfGame::of(setting, theme, poster.size, poster.moments())?;
    let middle = poster.between_head_and_foot(room);
    let arranged = boards.arranged(middle).ok_or_else(small)?;

    border.draw(&mut poster.page, theme);
    poster.head(room);
    arranged.draw(&mut poster.page, theme);
    poster.foot(room);
    Ok(poster.page)
}

/// A poster in the making.
struct GamePoster<'g> {
    game: &'g Solution,
    /// What the game leaves, if the typeface of the page has its letters; or nothing.
    title: String,
    theme: &'g Theme,
    page: Drawing,
    /// The size of sentences.
    size: f32,
    /// What is within the margins.
    room: PageRoom,
}

/// An empty page.
fn page(setting: &Setting, theme: &Theme, paper: Point) -> Drawing {
    let about = "A game of peg solitaire, and all its jumps".to_owned();
    let title = match setting.text() {
        "" => "Peg solitaire".to_owned(),
        text => text.to_owned(),
    };
    Drawing {
        ground: theme.background.over(Colour::WHITE),
        labels: Some([title, about]),
        language: Some("en".to_owned()),
        shown: Shown::Points,
        ..Drawing::new(paper)
    }
}

/// The text that a game leaves, on one line, if all of it can be printed.
fn title(setting: &Setting) -> String {
    let words: Vec<&str> = setting.text().split_whitespace().collect();
    let title = words.join(" ");

    if title.chars().all(|letter| glyph(letter).is_some()) {
        title
    } else {
        String::new()
    }
}

impl GamePoster<'_> {
    /// Why there is no poster on this paper.
    fn too_small(&self, paper: Point) -> Error {
        let millimetres = |side: f32| (side / MILLIMETRE).round() as u32;
        Error::SmallPoster {
            paper: (millimetres(paper.0), millimetres(paper.1)),
            jumps: self.game.jumps().len(),
        }
    }

    /// The boards: the start, the moments between, and the end.
    fn moments(&self) -> Vec<MomentOfGame> {
        let game = self.game;
        let pegs = |jumps| grouped(game.position(jumps).pegs().count() as u64);
        let last = game.jumps().len();

        let mut boards = vec![MomentOfGame {
            round: 0,
            caption: format!("The start: {} pegs", pegs(0)),
        }];
        for round in moments(game) {
            let jumps = game.jumps_in(round);
            boards.push(MomentOfGame {
                round,
                caption: format!("{}: {} pegs", self.after(round), pegs(jumps)),
            });
        }

        let jumps = grouped(last as u64);
        boards.push(MomentOfGame {
            round: game.round_count(),
            caption: format!("The end, after {jumps} jumps: {} pegs", pegs(last)),
        });
        boards
    }

    /// When a moment is, as the numbers of the border count.
    fn after(&self, round: usize) -> String {
        if self.game.is_in_rounds() {
            format!("After round {round}")
        } else {
            format!("After jump {}", grouped(round as u64))
        }
    }

    /// The room for boards between the words at the top and those at the bottom.
    fn between_head_and_foot(&self, room: PageRoom) -> PageRoom {
        let above = self.height_of_title(room) + self.height_of(RULE, room) + self.size;
        let below = self.height_of(&self.explained(), room) + self.size;
        PageRoom {
            corner: (room.corner.0, room.corner.1 + above),
            size: (room.size.0, room.size.1 - above - below),
        }
    }

    fn height_of(&self, sentence: &str, room: PageRoom) -> f32 {
        1.3 * self.size * lines(sentence, self.size, room.size.0).len() as f32
    }

    /// The size of the title: a long one is smaller, and one that would be too small is left out.
    fn size_of_title(&self, room: PageRoom) -> f32 {
        let largest = TITLE * self.page.size.0.min(self.page.size.1);
        let filling = room.size.0 / width(&self.title, 1.05).max(1.0);
        let size = largest.max(1.5 * self.size).min(filling);

        if self.title.is_empty() || size < self.size {
            0.0
        } else {
            size
        }
    }

    fn height_of_title(&self, room: PageRoom) -> f32 {
        1.2 * self.size_of_title(room)
    }

    /// Writes what the poster shows.
    fn head(&mut self, room: PageRoom) {
        let (left, top) = room.corner;
        let size = self.size_of_title(room);
        if size > 0.0 {
            let colour = self.theme.peg.colour;
            let words = Words::new(&self.title, (left, top + 0.8 * size), size, colour).bold();
            self.page.tagged(Role::Heading, "", |page| page.put(words));
        }

        let at = (left, top + self.height_of_title(room) + 0.8 * self.size);
        let words = Words::new(RULE, at, self.size, self.theme.caption);
        paragraph(&mut self.page, words, room.size.0);
    }

    /// Says how to read the border.
    fn explained(&self) -> String {
        let game = self.game;
        let jumps = counted(game.jumps().len(), "jump");
        let mut said = format!(
            "The border has the whole game, {jumps}. \
             Read each line across the page, past the pictures."
        );

        said += if game.is_in_rounds() {
            " A coloured number begins a round, whose jumps share no hole and are played together."
        } else {
            " A coloured number counts the jumps."
        };
        if let Some(&first) = game.jumps().first() {
            let board = game.board();
            let [from, over, to] =
                [first.from(), first.over(), first.to()].map(|hole| board.hole_name(hole));
            let name = board.jump_name(first);
            said += &format!(" The first jump, {name}, goes from {from} over {over} to {to}.");
        }
        said + " Made with pegfont."
    }

    /// Writes how to read the border, at the bottom.
    fn foot(&mut self, room: PageRoom) {
        let said = self.explained();
        let top = room.corner.1 + room.size.1 - self.height_of(&said, room);
        let at = (room.corner.0, top + self.size);

        let words = Words::new(said, at, self.size, self.theme.caption);
        paragraph(&mut self.page, words, room.size.0);
    }
}

/// The rounds after which a game is shown between its start and its end: those at which as much has
/// changed from each to the next. Most changes where pegs come to stay.
fn moments(game: &Solution) -> Vec<usize> {
    let rounds = game.round_count();
    let mut changed: Vec<usize> = (0..=rounds).map(|round| game.jumps_in(round)).collect();
    for (round, _) in settling(game) {
        for sum in &mut changed[round..] {
            *sum += 3;
        }
    }

    let most = changed[rounds];
    let mut moments = Vec::new();
    for number in 1..=MOMENTS {
        let wanted = most * number / (MOMENTS + 1);
        let after = moments.last().map_or(1, |last| last + 1);
        let reached = (after..rounds).find(|&round| changed[round] >= wanted);
        moments.extend(reached);
    }
    moments
}

#[cfg(all(test, feature = "builtin"))]
mod tests {
    use super::game_poster;
    use crate::Error;
    use crate::drawing::boxes::{What, mistakes, things};
    use crate::drawing::{Drawing, Point, Words};
    use crate::one_game::text_layouts;
    use crate::render::Theme;
    use crate::render::theme::THEMES;
    use crate::sheet::{A3, A4, A5};
    use crate::timeline::{Lines, Missing, Setting};
    use peg_solitaire::board::Board;
    use peg_solitaire::progress::Progress;
    use peg_solitaire::search::{PlayOutcome, Search};
    use peg_solitaire::solution::Solution;
    use pegfont_type::font::Font;

    /// The size below which words are hard to read, and below which the border is.
    const LEAST: f32 = 8.5;
    const LEAST_OF_BORDER: f32 = 4.0;

    /// Papers of all shapes.
    const PAPERS: [Point; 7] = [
        A3,
        A4,
        A5,
        (A3.1, A3.0),
        (612.0, 792.0),
        (1000.0, 1000.0),
        (2400.0, 900.0),
    ];

    /// A game that leaves a text on one board.
    fn one_game(text: &str, board: Option<&str>) -> Solution {
        let designs = Font::builtin().expect("it is whole").designs();
        let lines = Lines::new(&designs, text, 16, Missing::Refuse).expect("it has the letters");
        let board: Option<Board> = board.map(|name| name.parse().expect("it has a name"));
        let layouts = text_layouts(&lines, &designs, board.as_ref()).expect("there is room");
        match Search::default().play(&layouts, 0, Progress::NONE) {
            Ok(PlayOutcome::Solved(solution, _)) => solution,
            other => panic!("{text}: {other:?}"),
        }
    }

    /// Games in rounds and one jump at a time, short and long, on square and triangular boards.
    fn games() -> Vec<Setting> {
        let letter = Font::builtin().expect("it is whole").get('A');
        let letter = letter.expect("it has an A").solution.clone();
        let hello = one_game("HELLO", None);
        let games = [
            (letter.first(1), "short"),
            (letter.clone().in_rounds(), "A"),
            (letter, ""),
            (one_game("I", Some("triangle171")).in_late_rounds(), "I"),
            (hello.one_at_a_time(), "HELLO"),
            (hello.in_late_rounds(), "HELLO"),
            (
                one_game("PEG\nSOLITAIRE", None).in_late_rounds(),
                "PEG\nSOLITAIRE",
            ),
        ];
        let settings = games.into_iter();
        settings
            .map(|(game, title)| Setting::of_solution(game).titled(title))
            .collect()
    }

    /// The words of a page that are smaller than others may be.
    fn small_words(poster: &Drawing) -> Vec<Words> {
        let mut small = Vec::new();
        for thing in things(poster) {
            if let What::Words(words) = thing.what
                && words.size * thing.scale < LEAST
            {
                small.push(words);
            }
        }
        small
    }

    #[test]
    fn nothing_overlaps_and_only_the_jumps_are_in_small_print_on_paper_of_any_shape() {
        let mut wrong: Vec<String> = Vec::new();
        let mut drawn = 0;
        for (number, setting) in games().iter().enumerate() {
            for (turn, paper) in PAPERS.into_iter().enumerate() {
                let (name, theme) = THEMES[(number + turn) % THEMES.len()];
                let theme = Theme::parse(theme).expect("it is a theme");
                let poster = match game_poster(setting, &theme, paper) {
                    Ok(poster) => poster,
                    Err(Error::SmallPoster { .. }) if paper == A5 => continue,
                    Err(error) => panic!("{:?}, {paper:?}: {error}", setting.text()),
                };
                drawn += 1;

                let what = format!("{:?}, {name}, {paper:?}", setting.text());
                let mistakes = mistakes(&poster).into_iter();
                wrong.extend(mistakes.map(|mistake| format!("{what}: {mistake}")));
                for words in small_words(&poster) {
                    let is_number = words.text.parse::<usize>().is_ok() && words.bold;
                    let is_jump = words.text.contains('-') && !words.text.contains(' ');
                    if !(is_number || is_jump) || words.size < LEAST_OF_BORDER - 0.01 {
                        wrong.push(format!("{what}: {words:?}"));
                    }
                }
            }
        }

        assert!(drawn > 40, "{drawn}");
        let some = &wrong[..wrong.len().min(40)];
        assert!(wrong.is_empty(), "{}: {}", wrong.len(), some.join("\n"));
    }

    #[test]
    fn a_game_with_too_many_jumps_for_its_paper_is_refused() {
        let theme = Theme::builtin("light").expect("it is built in");
        let setting = Setting::of_solution(one_game("PEG\nSOLITAIRE", None));
        let refused = game_poster(&setting, &theme, (142.0, 142.0));
        let said = refused.expect_err("there is no room").to_string();
        assert_eq!(
            said,
            "paper of 50 x 50 mm is too small for a poster with 1,267 jumps"
        );
    }
}
