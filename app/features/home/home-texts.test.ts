import { expect, it } from 'vitest';
import { packHome, unpackHome } from './home-texts.ts';

const heading = (title: string) => ({ eyebrow: `Above ${title}`, title });
const home = {
  subtitle: 'Turn Confusion into Clarity',
  words: {
    about: { ...heading('About'), paragraphs: ['One.', 'Two,\nin two lines.', 'Three.'] },
    testimonials: heading('Testimonials'),
    services: heading('Services'),
  },
  offerings: (['course', 'community'] as const).map((icon) => ({
    ...{ icon, title: `The ${icon}`, description: 'What it is.', href: `/${icon}` },
  })),
  portrait: { src: '/pictures/me.png', alt: 'Me', width: 800, height: 1000 },
  testimonials: [
    { src: '/a.png', alt: null },
    { src: '/b.png', alt: 'I passed, says Thabo.' },
  ],
};

it('travels packed, and comes back as it was', () => {
  expect(unpackHome(packHome(home))).toEqual(home);
});

it('says nothing of what is not shown', () => {
  const bare = { ...home, portrait: null, testimonials: [] };
  const words = { ...home.words, testimonials: { eyebrow: '', title: '' } };
  expect(unpackHome(packHome(bare))).toEqual({ ...bare, words });
});
