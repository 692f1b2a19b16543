/**
 * The most megapixels of a picture, and of all frames of an animated one together. A file of a few bytes can
 * claim any number; decoders take 4 to 18 bytes for each, so none takes more than some 250 MB. JPEG and
 * PNG are decoded line by line, a GIF frame by frame.
 */
const limits: Record<string, { frame: number; all: number }> = {
  jpeg: { frame: 50, all: 50 },
  png: { frame: 50, all: 50 },
  webp: { frame: 24, all: 50 },
  gif: { frame: 16, all: 200 },
  heif: { frame: 16, all: 16 },
};

/** A drawing in one colour may be large and have few bytes, within limits. */
const alwaysTaken = 4_000_000;
const mostPerByte = 2_000;

interface Claims {
  format: string;
  width: number;
  /** Of one frame. */
  height: number;
  frames: number;
  /** Of the file. */
  bytes: number;
}

/** Whether a picture claims more pixels than are decoded, by its head alone. */
export function hasTooManyPixels({ format, width, height, frames, bytes }: Claims): boolean {
  const { frame, all } = limits[format] ?? { frame: 0, all: 0 };
  const pixels = width * height;
  return (
    pixels > frame * 1_000_000 ||
    pixels * frames > all * 1_000_000 ||
    pixels > alwaysTaken + mostPerByte * bytes
  );
}
