import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStoragePath } from '#rules/stored-file.ts';
import {
  describeMismatch,
  familyOf,
  isPrivate,
  isPrivateUploadOf,
  isUploadOf,
  isWorthSending,
  refuseSize,
  toStoredName,
  toUploadPath,
  type UploadKind,
  uploadKinds,
} from './upload.ts';

const randomId = '6f1d2a3b-37a2-4650-8265-0123456789ab';

describe('the name of a stored file', () => {
  it.each([
    ['chart.png', 'image/png', 'chart.png'],
    ['Mein Video (1).MOV', 'video/quicktime', 'Mein-Video-1.MOV'],
    ['../../etc/passwd', 'application/pdf', 'passwd.pdf'],
    ['C:\\Users\\me\\Gold méthode.pdf', 'application/pdf', 'Gold-methode.pdf'],
    ['photo.png', 'image/jpeg', 'photo.jpg'],
    ['lesson.m4v', 'video/mp4', 'lesson.mp4'],
    ['notes.v2', 'application/pdf', 'notes.v2.pdf'],
    ['a..b.-c.jpeg', 'image/jpeg', 'a.b.c.jpeg'],
    ['a.-.b.jpeg', 'image/jpeg', 'a.b.jpeg'],
    ['--.a.--.pdf', 'application/pdf', 'a.pdf'],
    ['--a--.pdf', 'application/pdf', 'a.pdf'],
    ['one\ntwo/three.pdf', 'application/pdf', 'three.pdf'],
    [`${'x'.repeat(119)}--y.pdf`, 'application/pdf', `${'x'.repeat(119)}.pdf`],
    ['黄金.webm', 'video/webm', 'file.webm'],
    ['.htaccess', 'image/gif', 'htaccess.gif'],
    ['page.html\0.png', 'image/png', 'page.html.png'],
    ['', 'image/avif', 'file.avif'],
  ])('%j of %s is %s', (filename, type, stored) => {
    expect(toStoredName(filename, type)).toBe(stored);
  });

  it('the name of a stored file is a valid storage path for any name', () => {
    const kindAndType = fc
      .constantFrom(...uploadKinds)
      .chain((kind) => fc.constantFrom(...familyOf(kind).types).map((type) => ({ kind, type })));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), kindAndType, (filename, { kind, type }) => {
        const path = toUploadPath(
          { kind, filename },
          { timestamp: 1_763_712_000_000, type, randomId },
        );
        const url = `/storage/testimonials/${path}`;
        expect(isStoragePath(path)).toBe(true);
        expect([isUploadOf(kind, url), isPrivateUploadOf(kind, path)]).toEqual([
          !isPrivate(kind),
          isPrivate(kind),
        ]);
      }),
    );
  });
});

it('every kind of upload has a folder', () => {
  const at = (kind: UploadKind, type: string) =>
    toUploadPath({ kind, filename: 'one' }, { timestamp: 7, type, randomId });
  expect(at('testimonial', 'image/png')).toBe('7-one.png');
  expect(at('post-picture', 'image/png')).toBe('blog/7-one.png');
  expect(at('video', 'video/mp4')).toBe('videos/7-one.mp4');
  expect(at('freebie', 'application/pdf')).toBe('freebies/7-one.pdf');
  expect(at('lesson-film', 'video/quicktime')).toBe(`lessons/${randomId}.mov`);
  expect(at('lesson-pdf', 'application/pdf')).toBe(`lessons/${randomId}.pdf`);
  expect(at('lesson-captions', 'text/vtt')).toBe(`lessons/${randomId}.vtt`);
});

it('enforces the limits of every kind of upload', () => {
  expect(refuseSize('testimonial', 10 * 1024 ** 2)).toBeUndefined();
  expect(refuseSize('testimonial', 10 * 1024 ** 2 + 1)).toBe(
    'This file is too large: 10 MB. For a picture the limit is 10 MB.',
  );
  expect(refuseSize('freebie', 51 * 1024 ** 2)).toContain('51 MB. For a PDF the limit is 50 MB');
  expect(refuseSize('video', 2 * 1024 ** 3)).toBeUndefined();
  expect(refuseSize('video', 2.5 * 1024 ** 3)).toContain('2.5 GB. For a video the limit is 2 GB');
  expect(refuseSize('video', 0)).toBe('This file is empty.');
  expect(refuseSize('lesson-captions', 1024 ** 2)).toBeUndefined();
  expect(refuseSize('lesson-captions', 1024 ** 2 + 1)).toContain('For a captions file the limit');
});

it('names the detected type', () => {
  expect(describeMismatch('testimonial', 'text/html')).toBe(
    'This file is a web page (HTML), but a picture is needed (JPEG, PNG, WebP, AVIF or GIF).',
  );
  expect(describeMismatch('freebie', undefined)).toContain('of an unknown type, but a PDF');
  expect(describeMismatch('lesson-captions', undefined)).toBe(
    'This file is of an unknown type, but a captions file is needed (WebVTT or SubRip). Export the captions as WebVTT (.vtt) or SubRip (.srt), in UTF-8.',
  );
});

it.each([
  ['testimonial', '7-one.png', true],
  ['testimonial', 'blog/7-one.png', false],
  ['testimonial', '7-one.pdf', false],
  ['post-picture', 'blog/7-one.png', true],
  ['post-picture', '7-one.png', false],
  ['video', 'videos/7-one.mp4', true],
  ['video', 'videos/7-one.jpg', false],
  ['poster', 'videos/7-poster.jpg', true],
  ['poster', 'videos/7-one.mp4', false],
  ['video', 'freebies/7-one.pdf', false],
  ['freebie', 'freebies/7-one.pdf', true],
] as const)('accepts as a %s the file name %s: %s', (kind, path, isOne) => {
  expect(isUploadOf(kind, `/storage/testimonials/${path}`)).toBe(isOne);
  expect(isUploadOf(kind, path)).toBe(false);
});

it.each([
  ['lesson-film', `lessons/${randomId}.mp4`, true],
  ['lesson-film', `lessons/${randomId}.vtt`, false],
  ['lesson-film', `videos/${randomId}.mp4`, false],
  ['lesson-film', 'lessons/../videos/7-one.mp4', false],
  ['lesson-poster', `lessons/${randomId}.jpg`, true],
  ['video', 'videos/7-one.mp4', false],
] as const)('accepts as a %s the private path %s: %s', (kind, path, isOne) => {
  expect(isPrivateUploadOf(kind, path)).toBe(isOne);
});

it.each<[kind: UploadKind, declared: string, isSent: boolean]>([
  ['freebie', 'application/x-pdf', true],
  ['freebie', 'application/octet-stream', true],
  ['freebie', 'binary/octet-stream', true],
  ['freebie', '', true],
  ['freebie', 'text/plain', false],
  ['freebie', 'image/jpg', false],
  ['testimonial', 'image/jpg', true],
  ['testimonial', 'image/pjpeg', true],
  ['testimonial', 'image/x-png', true],
  ['testimonial', 'image/apng', true],
  ['testimonial', 'image/heic', false],
  ['testimonial', 'image/svg+xml', false],
  ['testimonial', 'application/pdf', false],
  ['video', 'video/x-m4v', true],
  ['video', 'video/3gpp', true],
  ['video', 'application/mp4', true],
  ['video', 'image/gif', false],
  ['video', 'audio/mpeg', false],
  ['lesson-captions', 'text/plain', true],
  ['lesson-captions', 'text/html', false],
  ['lesson-captions', '', true],
  ['lesson-film', 'application/pdf', false],
])('sends as a %s a file that is declared as %j: %s', (kind, declared, isSent) => {
  expect(isWorthSending(kind, declared)).toBe(isSent);
});
