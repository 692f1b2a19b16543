import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { drawBanners } from './banners.ts';
import { drawBrand } from './brand.ts';
import { drawFounder } from './founder.ts';
import { drawIcons } from './icons.ts';
import { drawOpenGraph } from './open-graph.ts';
import { drawTestimonials } from './testimonials.ts';

const folder = join(import.meta.dirname, '../../public');

const drawings = await Promise.all([
  drawBrand(),
  drawIcons(),
  drawOpenGraph(),
  drawFounder(),
  drawTestimonials(),
  drawBanners(),
]);

for (const { path, content } of drawings.flat()) {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
