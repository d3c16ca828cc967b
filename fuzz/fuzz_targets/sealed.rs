//! A slice or a table with right checksums, so that a fuzzer gets past them.

/// What is given is a description, a zero byte and the content; or a whole file, as it is.
pub fn sealed(tag: [u8; 4], given: &[u8]) -> Vec<u8> {
    const MAGIC: &[u8] = b"\x89PEG\r\n\x1a\n";
    const CHUNK: usize = 1 << 14;
    if given.starts_with(MAGIC) {
        return given.to_vec();
    }

    let mut parts = given.splitn(2, |&byte| byte == 0);
    let description = parts.next().unwrap_or_default();
    let mut content = parts.next().unwrap_or_default().to_vec();
    content.resize(content.len().next_multiple_of(8), 0);

    let mut bytes = MAGIC.to_vec();
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend(tag);
    bytes.extend((description.len() as u64).to_le_bytes());
    bytes.extend((content.len() as u64 / 8).to_le_bytes());
    bytes.extend(description);
    for chunk in content.chunks(CHUNK) {
        bytes.extend(crc32fast::hash(chunk).to_le_bytes());
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes.resize(bytes.len().next_multiple_of(4096), 0);
    bytes.extend(content);
    bytes
}
