//! Files of data with right lengths and checksums, whatever else they say.

/// The file of a kind from an input: a description, a zero byte, and the content.
pub fn sealed(kind: [u8; 4], input: &[u8]) -> Vec<u8> {
    let end = input.iter().position(|&byte| byte == 0).unwrap_or(input.len());
    let (description, content) = input.split_at(end);
    let mut content = content.get(1..).unwrap_or(&[]).to_vec();
    content.resize(content.len().next_multiple_of(8), 0);
    let mut file = b"\x89PEG\r\n\x1a\n\x02\0\0\0".to_vec();
    file.extend(kind);
    file.extend((description.len() as u64).to_le_bytes());
    file.extend((content.len() as u64 / 8).to_le_bytes());
    file.extend(description);
    file.extend(content.chunks(1 << 14).flat_map(|chunk| crc32fast::hash(chunk).to_le_bytes()));
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file.resize(file.len().next_multiple_of(4096), 0);
    file.extend(content);
    file
}
