import { onDomReady } from '#document/on-dom-ready.ts';
import { pictureSources } from '#rules/picture-url.ts';

/* Picks one of the banners at random, and loads it when the visitor scrolls near its box. */

interface Banner {
  href: string;
  image: { src: string; alt: string; width: number; height: number };
}

/** How close the box must be before its banner is loaded. */
const nearness = '400px';

const sizes = '(min-width: 36rem) 36rem, 100vw';

function show(box: HTMLElement, { href, image }: Banner): void {
  const link = Object.assign(document.createElement('a'), {
    href,
    target: '_blank',
    rel: 'noopener sponsored',
    className: 'block size-full',
  });
  const picture = Object.assign(document.createElement('picture'), { className: 'contents' });
  const { sources, fallback } = pictureSources(image.src);
  for (const source of sources) {
    picture.append(Object.assign(document.createElement('source'), { ...source, sizes }));
  }
  picture.append(
    Object.assign(document.createElement('img'), {
      ...image,
      src: fallback,
      decoding: 'async',
      draggable: false,
      className: 'block size-full object-contain',
    }),
  );
  link.append(picture);
  box.append(link);
}

function waitForVisitor(): void {
  const box = document.querySelector<HTMLElement>('[data-banners]');
  const banners: Banner[] = JSON.parse(box?.dataset.banners ?? '[]');
  const banner = banners[Math.floor(Math.random() * banners.length)];
  if (!box || !banner) return;
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      show(box, banner);
    },
    { rootMargin: nearness },
  );
  observer.observe(box);
}

onDomReady(waitForVisitor);
