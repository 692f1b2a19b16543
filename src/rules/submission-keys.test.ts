import { describe, expect, it } from 'vitest';
import { type Submission, submission, toPayload } from '#features/submissions/server/submission.ts';
import { leadSources } from './lead-sources.ts';
import { planCourses } from './plan-courses.ts';
import { deriveId, hasSameContent, nameToId, noticeKey, submissionKey } from './submission-keys.ts';

const id = '5f0c6a52-6f0f-4c39-9d1e-3f1f6f0d8a11';

/** The forms of earlier versions do not send these fields. */
const unasked = { privacyVersion: null, agreedTo: null };

const lead = {
  kind: 'lead',
  id,
  content: {
    source: leadSources.contact,
    name: 'Jane Doe',
    email: 'jane@example.com',
    phone: null,
    ...unasked,
    message: 'Where do I begin?',
  },
} satisfies Submission;

const booking = {
  kind: 'booking',
  id,
  content: {
    name: 'Jane Doe',
    email: 'jane@example.com',
    phone: null,
    sessionType: 'Intro Call',
    meetingType: 'Zoom',
    tradingKnowledge: 'Beginner',
    notes: 'Goals: Patience',
    timeZone: null,
    ...unasked,
    startsAt: new Date('2030-01-08T16:00:00Z'),
  },
} satisfies Submission;

/** The same content with the fields in another order. */
const reversed = (content: typeof lead.content) =>
  Object.fromEntries(Object.entries(content).reverse()) as typeof content;

describe('the key of a submission', () => {
  it('the key of a submission never changes: journals and tables of earlier versions contain it', () => {
    expect(submissionKey(lead)).toBe(`lead:${id}:1a563ac232e7`);
    expect(submissionKey(booking)).toBe(`booking:${id}:0c6339780140`);
    expect(noticeKey(lead)).toBe(`${submissionKey(lead)}:notice`);
  });

  it('the key of a submission differs for other content with the same id, and for another time', () => {
    const other = { ...lead, content: { ...lead.content, message: 'Where does it end?' } };
    expect(submissionKey(other)).not.toBe(submissionKey(lead));
    const later = { ...booking.content, startsAt: new Date('2030-01-08T17:00:00Z') };
    expect(submissionKey({ ...booking, content: later })).not.toBe(submissionKey(booking));
  });

  it('the key of a submission does not depend on the course of a plan card, which earlier versions do not store', () => {
    const about = (courseId: string) => ({ ...lead, content: { ...lead.content, courseId } });
    expect(submissionKey(about(planCourses['course-inquiry']))).toBe(submissionKey(lead));
    expect(submissionKey(about(id))).not.toBe(submissionKey(lead));
  });

  it('the key of a submission differs for another agreement', () => {
    const content = { ...lead.content, privacyVersion: 3, agreedTo: 'Tell me about courses' };
    expect(submissionKey({ ...lead, content })).not.toBe(submissionKey(lead));
    expect(hasSameContent({ ...content, agreedTo: null }, content)).toBe(false);
  });

  it('the key of a submission does not depend on the order of fields', () => {
    const content = reversed(lead.content);
    expect(submissionKey({ ...lead, content })).toBe(submissionKey(lead));
    expect(hasSameContent(content, lead.content)).toBe(true);
  });
});

describe('the id of a submission without one', () => {
  const morning = new Date('2026-11-22T00:00:00Z');
  const night = new Date('2026-11-22T23:59:59Z');

  it('the id of a submission without one is the same for the same content on one day, and differs on the next', () => {
    expect(deriveId(lead.content, night)).toBe(deriveId(reversed(lead.content), morning));
    expect(deriveId(lead.content, new Date('2026-11-23T00:00:00Z'))).not.toBe(
      deriveId(lead.content, night),
    );
  });

  it('the id of a submission without one is a UUID of version 8 that never changes', () => {
    expect(nameToId('a name')).toBe('36e96c62-6336-83d6-a8e9-8943830ed5c5');
    expect(deriveId(lead.content, morning)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });
});

it.each([lead, booking])('a submission is the same after the journal: $kind', (sent) => {
  const line = JSON.stringify(toPayload(sent));
  expect(submission.parse(JSON.parse(line))).toEqual(sent);
});
