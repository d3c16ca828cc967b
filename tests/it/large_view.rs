//! Films of one game that begin with a large view: every frame shows a position of the game, in the
//! eyes of decoders that are not ours.

use crate::films::{self, Film, Frame, in_framing, on_boards, run};
use peg_solitaire::board::{Board, Hole, Position};
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{PlayOutcome, Search};
use peg_solitaire::solution::Solution;
use pegfont_film::drawing::Element;
use pegfont_film::render::{self, Framing, Scene, Size, Theme, View, theme::THEMES};
use pegfont_film::timeline::{
    Clock, Lines, Missing, Motion, Pace, Setting, Shot, Timeline, Timing,
};
use pegfont_film::{Error, one_game};
use pegfont_type::font::Font;

/// A game that leaves a text, in rounds as films play it.
pub fn game(text: &str) -> Solution {
    let designs = Font::builtin().unwrap().designs();
    let lines = Lines::new(&designs, text, 16, Missing::Refuse).unwrap();
    let layouts = one_game::text_layouts(&lines, &designs, None).unwrap();
    match Search::default().play(&layouts, 0, Progress::NONE) {
        Ok(PlayOutcome::Solved(solution, _)) => solution.in_late_rounds(),
        other => panic!("{text}: {other:?}"),
    }
}

fn timing(format: &str) -> Timing {
    let clock = render::encoder(format).unwrap().clock;
    Timing {
        zooms: true,
        ..Timing::usual(Motion::Steps, clock)
    }
}

fn scene(game: &Solution, timing: Timing, theme: &str, width: u32) -> Scene {
    let setting = Setting::of_solution(game.clone());
    let view = View {
        size: Size::Width(width),
        ..View::new(Theme::builtin(theme).unwrap())
    };
    Scene::film(Timeline::new(setting, timing).unwrap(), view)
}

fn encoded(scene: &Scene, format: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = render::encoder(format).unwrap();
    (encoder.encode)(scene, &mut bytes, Progress::NONE).unwrap();
    bytes
}

/// The holes of jumps between two moments of a game, and those above them, which a peg in the air
/// may hide.
pub fn touched(game: &Solution, from: usize, to: usize) -> Vec<Hole> {
    let board = game.board();
    let mut holes = Vec::new();
    for jump in &game.jumps()[from.min(to)..to] {
        for hole in [jump.from(), jump.over(), jump.to()] {
            let (x, y) = board.coordinates(hole).unwrap();
            holes.push(hole);
            holes.extend(board.hole_at(x, y - 1));
        }
    }
    holes
}

/// The rounds after which a game may look like this: the pegs in the picture are those of the
/// position, but for the holes of the round that may be under way, and of what the round before has
/// captured.
fn rounds_like(
    game: &Solution,
    pegs: &Position,
    in_picture: &Position,
) -> impl Iterator<Item = usize> {
    (0..=game.round_count()).filter(move |&round| {
        let jumps = |round: usize| game.jumps_in(round.min(game.round_count()));
        let mut free = touched(game, jumps(round), jumps(round + 1));
        let last = &game.jumps()[jumps(round.saturating_sub(1))..jumps(round)];
        free.extend(last.iter().map(|jump| jump.over()));

        let position = game.position(jumps(round));
        let differs = |&hole: &Hole| position.has(hole) != pegs.has(hole) && !free.contains(&hole);
        !in_picture.pegs().any(|hole| differs(&hole))
    })
}

/// Asserts that after it has run back, every frame of a film shows a position of its game, these
/// come in order, and the first rounds have many frames. Returns how many are seen large.
fn shows_the_game(film: &Film, scene: &Scene) -> usize {
    let timeline = &scene.timeline;
    let game = timeline.game(0);
    let play = timeline.in_film(0.0) as u64;

    let mut time = 0.0;
    let mut round = 0;
    let mut large = 0;
    let mut frames_of_rounds = vec![0; game.round_count() + 1];
    for frame in &film.frames {
        let at = time as u64;
        time += frame.lasts;
        if at < play {
            continue;
        }

        let Seen { pegs, in_picture } = seen(frame, scene, at, &mut large);
        let mut like = rounds_like(game, &pegs, &in_picture);
        let next = like.find(|&next| next >= round);
        round = next.unwrap_or_else(|| panic!("{at} ms: no position after round {round}"));
        frames_of_rounds[round] += 1;
    }

    let last = film.frames.last().unwrap();
    let boards = on_boards(last, timeline, &scene.view);
    assert_eq!(boards[0].pegs, game.end(), "the end is seen");
    assert_eq!(time as u64, timeline.duration());
    assert!(
        frames_of_rounds[..3].iter().all(|&frames| frames >= 10),
        "{frames_of_rounds:?}"
    );
    large
}

/// The pegs of a frame, and the holes that are in the picture.
struct Seen {
    pegs: Position,
    in_picture: Position,
}

fn seen(frame: &Frame, scene: &Scene, at: u64, large: &mut usize) -> Seen {
    let Scene { timeline, view, .. } = scene;
    if let Some(framing) = scene.framing(at).unwrap() {
        *large += 1;
        let (seen, in_picture) = in_framing(frame, timeline, view, framing);
        return Seen {
            pegs: seen.pegs,
            in_picture,
        };
    }

    let boards = on_boards(frame, timeline, view);
    Seen {
        pegs: boards[0].pegs.clone(),
        in_picture: timeline.setting().board().full(),
    }
}

#[test]
fn every_frame_of_a_film_with_a_large_view_shows_a_position_of_its_game() {
    let game = game("HI");
    for (theme, _) in THEMES {
        for (format, width) in [("gif", 300), ("apng", 260)] {
            let scene = scene(&game, timing(format), theme, width);
            let bytes = encoded(&scene, format);
            let large = shows_the_game(&Film::decode(format, &bytes), &scene);
            // Twelve of each jump, and eleven on the way back.
            assert!(large >= 3 * 12 + 11, "{theme}: {large}");
        }
    }
}

#[test]
fn sliding_pegs_and_a_transparent_background_have_a_large_view_too() {
    let game = game("HI");
    let smooth = Timing {
        motion: Motion::Smooth(25.0),
        ..timing("gif")
    };
    let sliding = scene(&game, smooth, "dark", 300);
    shows_the_game(&Film::decode("gif", &encoded(&sliding, "gif")), &sliding);

    let mut clear = scene(&game, timing("gif"), "light", 300);
    clear.view.theme.background = "transparent".parse().unwrap();
    let film = Film::decode("gif", &encoded(&clear, "gif"));
    shows_the_game(&film, &clear);
    let last = film.frames.last().unwrap();
    assert_eq!(last.pixel(0, 0)[3], 0, "what the large view covered");
}

#[test]
#[ignore = "needs ffmpeg"]
fn ffmpeg_sees_the_large_view_as_well() {
    let game = game("HI");
    let folder = tempfile::tempdir().unwrap();
    for format in ["gif", "apng"] {
        let scene = scene(&game, timing(format), "dark", 300);
        let path = folder.path().join(format!("film.{format}"));
        std::fs::write(&path, encoded(&scene, format)).unwrap();
        let name = path.to_str().unwrap();

        let entries = "packet=duration_time";
        let probe = ["-v", "error", "-show_entries", entries, "-of", "csv=p=0"];
        let lasts = films::numbers(run("ffprobe", "ffmpeg", &[&probe[..], &[name]].concat()));
        let lasts: Vec<f64> = lasts.iter().map(|seconds| seconds * 1000.0).collect();
        let input = ["-v", "error", "-i", name, "-fps_mode", "passthrough"];
        let output = ["-f", "rawvideo", "-pix_fmt", "rgba", "-"];
        let raw = run("ffmpeg", "ffmpeg", &[&input[..], &output].concat());

        let geometry = scene.geometry().unwrap();
        let size = (geometry.width, geometry.height);
        shows_the_game(&Film::from_raw(&raw, size, &lasts), &scene);
    }
}

/// From the large view on, holes come closer together in every frame, and one spot stays where it
/// is, up to a pixel.
#[test]
fn the_view_draws_back_around_one_spot_to_the_whole_board() {
    let game = game("HELLO");
    let scene = scene(&game, timing("gif"), "dark", 796);
    let geometry = scene.geometry().unwrap();
    let (left, top) = geometry.corners[0];
    let whole = Framing {
        pitch: geometry.pitch,
        corner: (left.into(), top.into()),
    };

    let mut framings: Vec<Framing> = Vec::new();
    for frame in scene.timeline.frames() {
        let framing = scene.framing(frame.at).unwrap();
        if framing.as_ref() != framings.last() {
            framings.extend(framing);
        }
    }
    framings.push(whole);
    assert!(framings.len() > 10, "{framings:?}");

    // The spot, in distances between holes from the corner of the board, and in the picture.
    let spot = |large: i64, small: i64, from: Framing| {
        let closer = f64::from(from.pitch) - f64::from(whole.pitch);
        let of_board = (small - large) as f64 / closer;
        (of_board, large as f64 + of_board * f64::from(from.pitch))
    };
    let close = framings[0];
    let across = spot(close.corner.0, whole.corner.0, close);
    let down = spot(close.corner.1, whole.corner.1, close);
    for pair in framings.windows(2) {
        let pitch = f64::from(pair[1].pitch);
        assert!(pair[0].pitch > pair[1].pitch, "{pair:?}");
        let x = pair[1].corner.0 as f64 + across.0 * pitch;
        let y = pair[1].corner.1 as f64 + down.0 * pitch;
        assert!((x - across.1).abs() < 1.0 && (y - down.1).abs() < 1.0);
    }
}

#[test]
fn an_svg_moves_its_board_into_the_large_view_and_back() {
    let game = game("HI");
    let smooth = Timing {
        motion: Motion::Smooth(25.0),
        clock: Clock::FINE,
        ..timing("svg")
    };
    let scene = scene(&game, smooth, "dark", 300);
    let drawing = scene.drawing().unwrap();
    let [Element::Playing { rest, changes, .. }] = &drawing.elements[..] else {
        panic!("one board, which moves")
    };
    let [cut, back] = &changes[..] else {
        panic!("{changes:?}")
    };
    assert!(cut.before == *rest && back.after == *rest && cut.after == back.before);
    assert_eq!(rest.scale, 1.0);
    assert!(back.before.scale >= 1.5 && back.end - back.begin > 500.0);

    // Frames have the large view at the same time.
    let shot = |time: f64| scene.timeline.shot(time as u64);
    assert_eq!(shot(cut.begin - 1.0), Shot::Whole);
    assert_eq!(shot(cut.begin), Shot::Close);
    assert_eq!(shot(back.begin - 1.0), Shot::Close);
    assert!(matches!(shot(back.begin + 1.0), Shot::DrawsBack(_)));
    assert_eq!(shot(back.end), Shot::Whole);
}

#[test]
fn a_film_with_a_large_view_has_the_requested_duration() {
    let game = game("HI");
    for motion in [Motion::Steps, Motion::Smooth(25.0)] {
        let timing = Timing {
            motion,
            pace: Pace::Total(9000.0),
            ..timing("gif")
        };
        let scene = scene(&game, timing, "dark", 300);
        assert_eq!(scene.timeline.duration(), 9000);
    }
    let short = Timing {
        pace: Pace::Total(5000.0),
        ..timing("gif")
    };
    let setting = Setting::of_solution(game);
    let refused = Timeline::new(setting, short).unwrap_err();
    assert!(matches!(refused, Error::TotalTooShort { .. }), "{refused}");
}

#[test]
fn what_has_no_large_view_is_refused() {
    let font = Font::builtin().unwrap();
    let words = Setting::new(font, "HI", 16, Missing::Refuse).unwrap();
    let refused = Timeline::new(words, timing("gif")).unwrap_err();
    assert!(matches!(refused, Error::NoCloseUp), "{refused}");

    // The first jumps take up three of five columns, which nothing is around.
    let board = Board::rectangle(5, 7).unwrap();
    let mut start = board.full();
    start.remove(board.hole_at(2, 3).unwrap());
    let jumps = "c2-c4 c5-c3 e4-c4-c2";
    let small = Setting::of_solution(Solution::parse(&board, start, jumps).unwrap());
    let mut view = View::new(Theme::builtin("dark").unwrap());
    view.theme.layout.padding = 0.0;
    view.theme.board.margin = 0.0;
    let scene = Scene::film(Timeline::new(small, timing("gif")).unwrap(), view);
    let refused = scene.framing(0).unwrap_err();
    assert!(matches!(refused, Error::NothingToZoom), "{refused}");
}
