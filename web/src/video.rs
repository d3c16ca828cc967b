//! The head of an MP4, whose frames the browser encodes.

use std::num::NonZeroU32;

use serde::Deserialize;
use shiguredo_mp4::boxes::{Avc1Box, AvccBox, SampleEntry, VisualSampleEntryFields};
use shiguredo_mp4::mux::{
    Mp4FileMuxer, Mp4FileMuxerOptions, Sample, estimate_maximum_moov_box_size,
};
use shiguredo_mp4::{Decode as _, TrackKind};
use wasm_bindgen::prelude::*;

use crate::call::{mistake, read};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadArgs {
    width: u16,
    height: u16,
    /// Frames per second.
    rate: NonZeroU32,
    /// What the browser's encoder says to decoders: the contents of the box `avcC`.
    decoder: Vec<u8>,
    /// Every frame's bytes, and whether it needs no frame before it.
    frames: Vec<(usize, bool)>,
}

/// What stands in an MP4 before its frames, which follow each other without gaps.
///
/// # Errors
/// If the browser's encoder answered what H.264 doesn't allow.
#[wasm_bindgen]
pub fn mp4_head(args: &str) -> Result<Vec<u8>, JsError> {
    let asked: HeadArgs = read(args)?;
    let mut entry = Some(sample_entry(&asked)?);

    // Players begin before they have the whole file if the list of frames comes first.
    let mut muxer = Mp4FileMuxer::with_options(Mp4FileMuxerOptions {
        reserved_moov_box_size: estimate_maximum_moov_box_size(&[asked.frames.len()]),
        ..Default::default()
    })
    .map_err(mistake)?;
    let mut head = muxer.initial_boxes_bytes().to_vec();

    let mut data_offset = head.len() as u64;
    for (data_size, keyframe) in asked.frames {
        let sample = Sample {
            track_kind: TrackKind::Video,
            sample_entry: entry.take(),
            keyframe,
            timescale: asked.rate,
            duration: 1,
            composition_time_offset: None,
            data_offset,
            data_size,
        };
        muxer.append_sample(&sample).map_err(mistake)?;
        data_offset += data_size as u64;
    }

    for (offset, bytes) in muxer.finalize().map_err(mistake)?.offset_and_bytes_pairs() {
        let place = head
            .get_mut(offset as usize..)
            .and_then(|rest| rest.get_mut(..bytes.len()));
        place
            .ok_or_else(|| mistake("the film has too many frames"))?
            .copy_from_slice(bytes);
    }

    Ok(head)
}

/// What players are told of the frames: their size, and what the encoder says to decoders.
fn sample_entry(asked: &HeadArgs) -> Result<SampleEntry, JsError> {
    let length = (asked.decoder.len() + 8) as u32;
    let contents = [&length.to_be_bytes(), &b"avcC"[..], &asked.decoder].concat();
    let (avcc_box, _) = AvccBox::decode(&contents).map_err(mistake)?;

    let visual = VisualSampleEntryFields {
        data_reference_index: VisualSampleEntryFields::DEFAULT_DATA_REFERENCE_INDEX,
        width: asked.width,
        height: asked.height,
        horizresolution: VisualSampleEntryFields::DEFAULT_HORIZRESOLUTION,
        vertresolution: VisualSampleEntryFields::DEFAULT_VERTRESOLUTION,
        frame_count: VisualSampleEntryFields::DEFAULT_FRAME_COUNT,
        compressorname: VisualSampleEntryFields::NULL_COMPRESSORNAME,
        depth: VisualSampleEntryFields::DEFAULT_DEPTH,
    };
    Ok(SampleEntry::Avc1(Avc1Box {
        visual,
        avcc_box,
        unknown_boxes: vec![],
    }))
}
