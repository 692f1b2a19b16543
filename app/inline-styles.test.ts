import { describe, expect, it } from 'vitest';
import { pickStyles } from './inline-styles.ts';

const styleSheet = [
  '@layer theme,utilities;',
  '@font-face{font-family:Face;src:url(/f.woff2)}',
  '@font-face{font-family:Face;src:url(/l.woff2);unicode-range:U+20-7E,U+A0}',
  '@font-face{font-family:Face;src:url(/e.woff2);unicode-range:U+100-130, U+1D00-1DBF}',
  '@font-face{font-family:Face;src:url(/s.woff2);unicode-range:U+A6-A8}',
  '@layer theme{:root{--gap:1rem;--unused:var(--unused-too);--unused-too:1px}}',
  'p{margin:var(--gap)}',
  '@layer utilities{',
  '.flex{display:flex}.grid{display:grid}',
  '.dark\\:flex:where(.dark,.dark *){display:flex}',
  '.\\[\\&\\>li\\]\\:flex>li{order:var(--tw-used)}',
  '@media (hover:hover){.grid:hover{color:red}}',
  '}',
  '.modal[open]{opacity:1}',
  '[data-toast]{color:red}.light{color-scheme:light}',
  'table{border:0}h1,h2{margin:0}:where(p:not(table)) a{order:1}::placeholder{opacity:1}',
  '@property --tw-used{syntax:"*";inherits:false}',
  '@property --tw-unused{syntax:"*";inherits:false}',
].join('');

const toBytes = (text: string) => Buffer.from(text).toString('latin1');

const pick = (markup: string) => pickStyles(toBytes(markup), styleSheet);

describe('the rules inside a document', () => {
  it('are those of its classes, in their order and layers', () => {
    expect(pick('<p class="flex">')).toBe(
      '@layer theme,utilities;@font-face{font-family:Face;src:url(/f.woff2)}' +
        '@font-face{font-family:Face;src:url(/l.woff2);unicode-range:U+20-7E,U+A0}@layer theme{:root{--gap:1rem;}}p{margin:var(--gap)}@layer utilities{.flex{display:flex}}' +
        '.light{color-scheme:light}',
    );
  });

  it('hold what the page may come to match by itself', () => {
    const html = pick('<dialog class="modal grid dark:flex">');
    expect(html).toContain('.modal[open]{opacity:1}');
    expect(html).toContain('@media (hover:hover){.grid:hover{color:red}}');
    expect(html).toContain('.dark\\:flex:where(.dark,.dark *){display:flex}');
  });

  it('know classes with signs that markup escapes, and properties that rules name', () => {
    const html = pick('<ul class="[&amp;&gt;li]:flex"><li>');
    expect(html).toContain('.\\[\\&\\>li\\]\\:flex>li{order:var(--tw-used)}');
    expect(html).toContain('@property --tw-used{');
    expect(html).not.toContain('--tw-unused');
  });

  it('follow the elements of the markup', () => {
    const paragraph = pick('<p><a href="/">');
    expect(paragraph).toContain(':where(p:not(table)) a{order:1}');
    expect(paragraph).not.toMatch(/table\{|h1,h2\{|placeholder/);
    expect(pick('<h2>')).toContain('h1,h2{margin:0}');
    expect(pick('<input name="email"/>')).toContain('::placeholder{opacity:1}');
  });

  it('have the faces of the characters that stand in it', () => {
    expect(pick('<p>Ćosić')).toContain('/e.woff2');
    expect(pick('<p>ᴀ')).toContain('/e.woff2');
    expect(pick('<p>é €')).not.toContain('/e.woff2');
    // A byte of it is the number of another character.
    expect(pick('<p>…')).not.toContain('/s.woff2');
    expect(pick('<p>§')).toContain('/s.woff2');
  });

  it('follow the data attributes of the markup', () => {
    expect(pick('<p>')).not.toContain('[data-toast]{');
    expect(pick('<p data-toast="">')).toContain('[data-toast]{color:red}');
  });
});
