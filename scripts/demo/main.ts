// npm run draw:demo: makes the files of `npm run demo` anew. Needs the system's ffmpeg.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { charts } from './charts.ts';
import { writeChecklist } from './checklist.ts';
import { drawFilm, drawPoster } from './film.ts';

const folder = join(import.meta.dirname, '../../content/samples/files');
await mkdir(folder, { recursive: true });

for (const [name, svg] of Object.entries(charts)) {
  const picture = sharp(Buffer.from(svg)).jpeg({ quality: 84, mozjpeg: true });
  await writeFile(join(folder, name), await picture.toBuffer());
}
await writeFile(join(folder, 'checklist.pdf'), await writeChecklist());
await writeFile(join(folder, 'lesson.mp4.jpg'), await drawPoster());
await drawFilm(join(folder, 'lesson.mp4'));
