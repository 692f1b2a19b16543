import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Link as RouterLink, NavLink as RouterNavLink } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Link, NavLink } from './link.tsx';

/** Renders a link on a page. Returns its attributes, in the order of the alphabet, and what it holds. */
function render(page: string, link: React.ReactElement) {
  const router = createElement(MemoryRouter, { initialEntries: [page] }, link);
  const [, attributes = '', content] =
    /^<a (.*?)>(.*)<\/a>$/.exec(renderToStaticMarkup(router)) ?? [];
  return { attributes: attributes.match(/[\w-]+="[^"]*"/g)?.sort(), content };
}

/* The browser finds what the router's own link would have made, and goes on with that. */
describe('a link in a document is the router’s', () => {
  it.each(['/', '/about', '/About', '/about/', '/about/more', '/aboutmore'])(
    'of a navigation, on %s',
    (page) => {
      for (const to of ['/', '/about'])
        for (const end of [false, true])
          for (const className of ['block', undefined]) {
            const props = { to, end, ...(className && { className }), children: 'About' };
            const own = createElement(RouterNavLink, { ...props, discover: 'none' });
            expect(render(page, createElement(NavLink, props))).toEqual(render(page, own));
          }
    },
  );

  it.each(['/', '/contact?course=1#form', '?page=2', '#book', '..', { search: '?page=2' }])(
    'to %j',
    (to) => {
      const props = { to, className: 'block', 'aria-label': 'There', children: 'There' };
      const switches = { prefetch: 'intent', replace: true, preventScrollReset: true } as const;
      const own = createElement(RouterLink, { ...props, discover: 'none' });
      const rendered = render('/blog', createElement(Link, { ...props, ...switches }));
      expect(rendered).toEqual(render('/blog', own));
      expect(rendered.attributes).toHaveLength(3);
    },
  );
});
