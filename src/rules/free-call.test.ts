import { describe, expect, it } from 'vitest';
import { toCallLink } from './free-call.ts';

const option = (title: string, price: string) => ({
  title,
  price,
  length: '15 min',
  description: 'A first talk.',
});
const paid = option('Full Session', 'R1000');

describe('the link to a free call', () => {
  it.each(['Free', 'free of charge', 'R0', 'R 0.00', '0'])(
    'leads to a free session for %j',
    (price) => {
      expect(toCallLink([paid, option('Intro Call', price)])).toEqual({
        href: '/mentorship?session=Intro+Call#book',
        label: 'Book a free call',
        shortLabel: 'Free call',
        details: `Intro Call · 15 min · ${price}. A first talk.`,
      });
    },
  );

  it.each(['R1000', 'R0.50', 'On request', 'Freedom for R10'])(
    'offers no free session for %j',
    (price) => {
      expect(toCallLink([option('Session', price)])).toMatchObject({
        href: '/mentorship',
        label: 'Book a session',
      });
    },
  );
});
