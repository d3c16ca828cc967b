//! What stands above the columns of a list: the words for names, and for what is no name, in the
//! languages of sheets and of their neighbours.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// What a heading says of its column. The order is that in which columns are preferred.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Heading {
    Given,
    Full,
    Family,
    /// A number, a class, a date.
    Other,
}

/// Words for the first name, without marks.
const GIVEN: &str = "\
    firstname givenname vorname vornamen rufname rufnamen prenom prenoms first given forename \
    forenames imie imiona voornaam voornamen roepnaam fornamn tilltalsnamn isim fornavn";

/// Words for the name, or for those whose names these are.
const FULL: &str = "\
    name names fullname studentname pupilname child children childs childrens kid kids pupil \
    pupils student students learner learners kind kinder schuler schulerin schulerinnen \
    schuelerin schueler kindes namen teilnehmer nom noms eleve eleves enfant enfants nombre \
    nombres alumno alumna alumnos alumnas nino ninos nome nomi nomes alunno alunna alunni \
    bambino bambini aluno aluna alunos crianca criancas naam leerling leerlingen kinderen namn \
    elev elever barn navn jmeno jmena zak zaci zaka dite deti imie uczen uczniowie ucznia \
    dziecko dzieci nazwiska ονομα ονοματα ονοματεπωνυμο μαθητησ μαθητες μαθητρια παιδι имя \
    имена фио ученик ученики ученица ребенок дети імя імена піб учень учні учениця дитина діти \
    ad adi adlar adlari adsoyad ogrenci ogrenciler cocuk";

/// Words for the surname.
const FAMILY: &str = "\
    lastname familyname surname surnames last family nachname nachnamen familienname \
    familiennamen zuname famille cognome cognomi apellido apellidos apelido apelidos sobrenome \
    sobrenomes achternaam achternamen efternamn efternavn prijmeni nazwisko επωνυμο επιθετο \
    фамилия прізвище soyad soyadi soyisim";

/// Words that say nothing alone.
const BETWEEN: &str = "\
    full and or of the s und oder der des die vor et ou de du la le l y o e del d della do da \
    i a an nom en van och av ve in и й та και του της complet complete completo complets \
    vollstandiger";

/// Words for what is no name.
const OTHER: &str = "\
    nr no num numer number nummer numero numeros cislo lp id ids code sira numara номер п пп \
    αα αριθμοσ class klasse classe clase turma klas klass klasa trida ταξη τμημα класс клас \
    sinif group groupe gruppe grupo gruppo groep grupp skupina grupa ομαδα группа група grup \
    room raum date datum data fecha tarih birth birthday geboren geburtsdatum geburtstag dob \
    email mail phone telefon telephone tel age alter edad eta idade leeftijd alder grade year \
    jahr gender sex geschlecht remarks bemerkung notes";

/// What a cell says as a heading, if it is one: all of its words are known.
pub fn heading(cell: &str) -> Option<Heading> {
    if matches!(cell.trim(), "#" | "№" | "N°" | "Nº" | "N.º") {
        return Some(Heading::Other);
    }

    let plain = plain(cell);
    let mut said = HeadingWords::default();
    for word in plain.split(|letter: char| !letter.is_alphanumeric()) {
        if !word.is_empty() {
            said.add(word)?;
        }
    }

    if said.other {
        Some(Heading::Other)
    } else if said.given && !said.family {
        Some(Heading::Given)
    } else if said.family && !said.given && !is_with_name(&plain) {
        Some(Heading::Family)
    } else if said.given || said.full || said.family {
        Some(Heading::Full)
    } else {
        None
    }
}

/// What the words of a heading say.
#[derive(Default)]
struct HeadingWords {
    given: bool,
    full: bool,
    family: bool,
    other: bool,
}

impl HeadingWords {
    /// Adds a word, if it is known.
    fn add(&mut self, word: &str) -> Option<()> {
        let is_one_of = |list: &str| list.split_whitespace().any(|known| known == word);
        if is_one_of(GIVEN) {
            self.given = true;
        } else if is_one_of(FULL) {
            self.full = true;
        } else if is_one_of(FAMILY) {
            self.family = true;
        } else if is_one_of(OTHER) {
            self.other = true;
        } else if !is_one_of(BETWEEN) {
            return None;
        }
        Some(())
    }
}

/// Words for a surname beside a word for the whole name.
const WITH_NAME: &[&str] = &[
    "ad soyad",
    "adi soyadi",
    "nombre y apellido",
    "nome e cognome",
    "nome e apelido",
    "cognome e nome",
    "apellidos y nombre",
    "имя и фамилия",
    "фамилия и имя",
    "фамилия имя",
    "прізвище та імя",
    "jmeno a prijmeni",
    "prijmeni a jmeno",
];

/// Whether words for a surname stand beside a word for the whole name, as in "Ad Soyad", but not in
/// "family name".
fn is_with_name(plain: &str) -> bool {
    WITH_NAME.iter().any(|words| plain.contains(words))
}

/// Lower case, without marks and apostrophes.
fn plain(cell: &str) -> String {
    cell.nfd()
        .filter(|&letter| !is_combining_mark(letter) && !"'’ʼ`".contains(letter))
        .flat_map(char::to_lowercase)
        .map(|letter| match letter {
            'ς' => 'σ',
            'ł' => 'l',
            'ı' => 'i',
            'ø' => 'o',
            letter => letter,
        })
        .filter(|&letter| !is_combining_mark(letter))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Heading, heading};

    #[test]
    fn headings_are_known_in_many_languages_and_in_several_words() {
        let known = [
            (
                Heading::Full,
                "Name|NAMES|Namn|Naam|Nom|Nombre|Nome|Jméno|Όνομα|ΟΝΟΜΑΤΕΠΩΝΥΜΟ|Имя|ФИО|\
                 Ім'я|Ім’я|Ad|Ad Soyad|Adı Soyadı|Schüler|Élève|Eleve|pupil|\
                 Student's name|Student Name(s)|Name, Vorname und Nachname|\
                 Imię i nazwisko|Jméno a příjmení|Name:|Children|Names of the pupils",
            ),
            (
                Heading::Given,
                "Vorname|Prénom|prenom|First name|first_name|FirstName|Given Name|Imię|\
                 Voornaam|Förnamn|İsim",
            ),
            (
                Heading::Family,
                "Nachname|Last name|Family name|Surname|Nom de famille|Cognome|\
                 Apellidos|Příjmení|Nazwisko|Фамилия|Прізвище|Soyadı|Επώνυμο|Efternamn|\
                 Achternaam",
            ),
            (
                Heading::Other,
                "Nr|Nr.|No.|#|№|№ п/п|Lp.|Id|Student ID|Class|Klasse|Třída|Sınıf|\
                 Date of birth|E-Mail",
            ),
        ];
        for (kind, cells) in known {
            for cell in cells.split('|') {
                assert_eq!(heading(cell), Some(kind), "{cell}");
            }
        }
        for name in [
            "Ada",
            "Noa",
            "Nomi K",
            "Anna Name Maria",
            "",
            "-",
            "Имяна",
            "Adam",
            "Zoë",
        ] {
            assert_eq!(heading(name), None, "{name}");
        }
    }
}
