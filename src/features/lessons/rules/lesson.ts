/** What a private file of a lesson is for. */
export const lessonFileKinds = ['film', 'pdf', 'captions', 'poster'] as const;
export type LessonFileKind = (typeof lessonFileKinds)[number];

export interface LessonFile {
  id: string;
  kind: LessonFileKind;
  /** Its path in the storage. Never sent to a browser. */
  path: string;
  /** As people see and save it. */
  name: string;
  /** In bytes. */
  size: number;
}

export interface Lesson {
  id: string;
  title: string;
  /** In the format of posts. */
  text: string;
  /** The length of its film; null if there is none or it is unknown. */
  seconds: number | null;
  opensAfterDays: number;
  isPreview: boolean;
  /** Null: a draft. */
  publishedAt: Date | null;
  files: LessonFile[];
}

/** A section with its lessons, in the mentor’s order. */
export interface Section {
  id: string;
  title: string;
  lessons: Lesson[];
}
