/**
 * The maximum megapixels of a picture, and of all frames of an animation together. A tiny file can
 * claim any size, and decoders need 4 to 18 bytes per pixel; these limits keep that below about 250
 * MB. JPEG and PNG are decoded line by line, a GIF frame by frame.
 */
const limits: Record<string, { frame: number; all: number }> = {
  jpeg: { frame: 50, all: 50 },
  png: { frame: 50, all: 50 },
  webp: { frame: 24, all: 50 },
  gif: { frame: 16, all: 200 },
  heif: { frame: 16, all: 16 },
};

/** Drawings in one colour may be large and have few bytes, up to this limit. */
const alwaysAllowed = 4_000_000;
const maxPerByte = 2_000;

interface Claims {
  format: string;
  width: number;
  /** Of one frame. */
  height: number;
  frames: number;
  bytes: number;
}

/** Returns whether a picture claims too many pixels, according to its header alone. */
export function hasTooManyPixels({ format, width, height, frames, bytes }: Claims): boolean {
  const { frame, all } = limits[format] ?? { frame: 0, all: 0 };
  const pixels = width * height;
  return (
    pixels > frame * 1_000_000 ||
    pixels * frames > all * 1_000_000 ||
    pixels > alwaysAllowed + maxPerByte * bytes
  );
}
