import { expect, it } from 'vitest';
import { leadSources } from '#rules/lead-sources.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { leadSubmission } from './lead.ts';

const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const contact = { id, source: leadSources.contact, name: 'Jane', email: 'jane@example.com' };
const inquiry = { ...contact, source: leadSources.course };

const messagesOf = (body: unknown) => {
  const result = leadSubmission.safeParse(body);
  return result.success ? [] : result.error.issues.map(({ message }) => message);
};

it.each([
  [{ ...contact, message: 'ten chars!' }, []],
  [{ ...contact, message: 'nine char' }, ['Message must be at least 10 characters.']],
  [{ ...contact, message: `${' '.repeat(20)}short` }, ['Message must be at least 10 characters.']],
  [{ ...contact }, ['Message must be at least 10 characters.']],
  [{ ...contact, message: 'long enough', name: 'J' }, ['Name is required.']],
  [{ ...contact, message: 'long enough', email: 'jane' }, ['A valid email is required.']],
  [{ ...inquiry, name: ' J ' }, ['Name must be at least 2 characters.']],
  [{ ...inquiry, email: 'jane@' }, ['Please enter a valid email.']],
  [{ ...inquiry, message: 'words' }, ['A purchase inquiry has no message.']],
  [{ ...inquiry, id: 'no-uuid' }, ['A valid id is required.']],
  [{ ...inquiry, source: 'Somewhere else' }, ['Unknown source.']],
])('validates %o by the rules of its form', (body, messages) => {
  expect(messagesOf(body)).toEqual(messages);
});

it('counts characters as the database does', () => {
  expect(messagesOf({ ...inquiry, name: '😀' })).toEqual(['Name must be at least 2 characters.']);
  expect(messagesOf({ ...inquiry, name: '😀😀' })).toEqual([]);
});

it.each(['Ja\0ne', 'Jane\uD800', '\uDC00Jane'])('rejects %j, which cannot be stored', (name) => {
  expect(messagesOf({ ...inquiry, name })).toEqual(['Remove the characters that can’t be saved.']);
});

it.each([undefined, null, '', '   '])('reads the phone %j as none', (phone) => {
  expect(leadSubmission.parse({ ...inquiry, phone })).toMatchObject({ phone: null, message: null });
});

it('normalises the ids of leads', () => {
  expect(leadSubmission.parse({ ...inquiry, id: id.toUpperCase() }).id).toBe(id);
});

it('drops unknown fields of a lead', () => {
  const body = JSON.parse(`{"__proto__":{"admin":true},"constructor":1,"createdAt":"2020-01-01"}`);
  const lead = leadSubmission.parse({ ...body, ...inquiry });
  expect(Object.keys(lead).sort()).toEqual([
    'agreedTo',
    'courseId',
    'email',
    'id',
    'message',
    'name',
    'phone',
    'privacyVersion',
    'source',
  ]);
});

it.each([
  ['a plan card', inquiry, planCourses['course-inquiry']],
  [
    'the other plan card',
    { ...inquiry, source: leadSources.blueprint },
    planCourses['blueprint-inquiry'],
  ],
  ['a course', { ...inquiry, course_id: id }, id],
  ['the contact form', { ...contact, message: 'ten chars!' }, undefined],
])('names the course of an inquiry from %s, and keeps its source', (_, body, courseId) => {
  const { source, ...lead } = leadSubmission.parse(body);
  expect('courseId' in lead ? lead.courseId : undefined).toBe(courseId);
  expect(source).toBe(body.source);
});
