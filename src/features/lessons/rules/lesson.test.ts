import { expect, it } from 'vitest';
import { lessonChange, newLesson, newLessonFile } from './lesson.ts';

const id = '6f1d2a3b-37a2-4650-8265-0123456789ab';
const file = { id, kind: 'pdf', path: `lessons/${id}.pdf` };

it.each([
  ['Zoë 𝗧. O’Neill’s levels.pdf', 'Zoë 𝗧. O’Neill’s levels.pdf'],
  ['C:\\Users\\me\\Levels.pdf', 'Levels.pdf'],
  ['../a/Levels.pdf', 'Levels.pdf'],
  ['Levels\u202Efdp.\0exe\n.pdf', 'Levels fdp. exe .pdf'],
  [' \u200B ', 'file'],
  ['', 'file'],
  [undefined, 'file'],
  ['💛'.repeat(201), '💛'.repeat(200)],
])('shows the file name %j as %j', (name, shown) => {
  expect(newLessonFile.parse({ ...file, name }).name).toBe(shown);
});

it('adds a lesson as a draft that opens with the course', () => {
  expect(newLesson.parse({ id, section_id: id, title: ' Stops ' })).toEqual({
    id,
    section_id: id,
    title: 'Stops',
    text: '',
    opens_after_days: 0,
    is_preview: false,
    is_published: false,
  });
});

it('changes only the fields that were sent', () => {
  expect(lessonChange.parse({ title: 'Stops' })).toEqual({ title: 'Stops' });
});
