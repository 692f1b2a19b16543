import { isPrivateUploadOf, type UploadKind } from '#features/uploads/rules/index.ts';
import { optionalText, recordId, requiredText, submissionId, z } from '#rules/zod.ts';

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
  version: number;
  files: LessonFile[];
}

/** A section with its lessons, in the mentor’s order. */
export interface Section {
  id: string;
  title: string;
  version: number;
  lessons: Lesson[];
}

/** How many sections a course can have, lessons a section, and files a lesson. */
export const contentLimits = { sections: 50, lessons: 100, files: 20 };

const titleRequired = 'A title is required.';

export const sectionForm = z.object({
  title: requiredText(titleRequired, 1, 200).meta({ label: 'Title' }),
});

const enterDays = 'Enter a number of days from 0 to 3,650.';

/** How many days after the start of access a lesson opens. */
export const opensAfterDays = z
  .int(enterDays)
  .min(0, enterDays)
  .max(3_650, enterDays)
  .meta({ label: 'Opens after (days)' });

/** Without defaults, because a change must not write the fields that it lacks. */
const lessonFields = z.object({
  title: requiredText(titleRequired, 1, 200),
  section_id: recordId('Choose a section.'),
  text: optionalText(100_000),
  opens_after_days: opensAfterDays,
  is_preview: z.boolean(),
  is_published: z.boolean(),
});

/** Some fields of a lesson. */
export const lessonChange = lessonFields.partial();
export type LessonChange = z.output<typeof lessonChange>;

/** A new section, with the id that the browser chose. */
export const newSection = sectionForm.extend({
  id: submissionId,
  course_id: recordId('Choose a course.'),
});
export type NewSection = z.output<typeof newSection>;

/** A new lesson, with the id that the browser chose. It is a draft unless it says otherwise. */
export const newLesson = lessonFields.extend({
  id: submissionId,
  text: lessonFields.shape.text.default(''),
  opens_after_days: opensAfterDays.default(0),
  is_preview: z.boolean().default(false),
  is_published: z.boolean().default(false),
});
export type NewLesson = z.output<typeof newLesson>;

/** The uploads that become files of lessons. A poster comes with its film. */
export const lessonUploads = {
  film: 'lesson-film',
  pdf: 'lesson-pdf',
  captions: 'lesson-captions',
} as const satisfies Partial<Record<LessonFileKind, UploadKind>>;
export type LessonUpload = keyof typeof lessonUploads;

const wrongFile = 'Upload the file again.';

const maxNameLength = 200;

/** A file name as its owner sees it: without folders and characters that are not shown. */
const fileName = z
  .string()
  .transform((name) => {
    const shown = name.replace(/^.*[/\\]/s, '').replaceAll(/[\p{C}\s]+/gu, ' ');
    return Array.from(shown.trim()).slice(0, maxNameLength).join('') || 'file';
  })
  .default('file');

/** A file that was uploaded for a lesson. */
export const newLessonFile = z
  .object({
    id: submissionId,
    kind: z.enum(Object.keys(lessonUploads) as [LessonUpload, ...LessonUpload[]], wrongFile),
    path: z.string(wrongFile),
    name: fileName,
    /** The length of a film, and a still of it, if the browser could read them. */
    seconds: z.int().min(1).max(1_000_000).nullish(),
    poster_path: z.string().nullish(),
  })
  .refine(({ kind, path }) => isPrivateUploadOf(lessonUploads[kind], path), {
    path: ['path'],
    message: wrongFile,
  })
  .refine(({ poster_path: poster }) => !poster || isPrivateUploadOf('lesson-poster', poster), {
    path: ['poster_path'],
    message: wrongFile,
  });
export type NewLessonFile = z.output<typeof newLessonFile>;
