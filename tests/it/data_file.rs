//! Files of data taken apart, and put together with right lengths and checksums.

/// The description and the content of a file.
pub fn described(file: &[u8]) -> (String, Vec<u8>) {
    let number = |at: usize| u64::from_le_bytes(*file[at..].first_chunk().unwrap()) as usize;
    let (description, words) = (number(16), number(24));
    let content = file[file.len() - 8 * words..].to_vec();
    (String::from_utf8(file[32..32 + description].to_vec()).unwrap(), content)
}

/// The file of this kind.
pub fn sealed(kind: &[u8; 4], description: &str, content: &[u8]) -> Vec<u8> {
    let mut file = b"\x89PEG\r\n\x1a\n\x02\0\0\0".to_vec();
    file.extend(kind);
    file.extend((description.len() as u64).to_le_bytes());
    file.extend((content.len() as u64 / 8).to_le_bytes());
    file.extend(description.as_bytes());
    file.extend(content.chunks(1 << 14).flat_map(|chunk| crc32fast::hash(chunk).to_le_bytes()));
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file.resize(file.len().next_multiple_of(4096), 0);
    file.extend(content);
    file
}
