/** A video to play. */
export interface Video {
  id: string;
  title: string;
  subtitle: string;
  videoUrl: string;
  /** The address of a still picture of it. */
  posterUrl: string | null;
  createdAt: Date;
}

/** A free file to keep. */
export interface Freebie {
  id: string;
  title: string;
  /** The address of a PDF. */
  fileUrl: string;
}
