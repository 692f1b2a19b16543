import { LRUCache } from 'lru-cache';
import { type AtRule, type ChildNode, type Declaration, parse, type Rule } from 'postcss';
import selectorParser from 'postcss-selector-parser';

/*
 * The first paint of a page waits for its document alone: the rules that its markup uses stand in
 * it. The whole style sheet comes after that paint, and before anything that is not in the markup.
 */

/** What a script sets before the first paint: classes (features/theme) and an attribute (features/media). */
const setByScript = ['light', 'dark', 'system', 'data-unpainted'];

/** How the element begins that takes the rules of a document; see features/shell/document-context.tsx. */
export const stylesElement = '<style id="site-styles"';

/** A piece of a style sheet, with what of it belongs into a page that has certain names. */
type Piece = (names: ReadonlySet<string>) => string;

/** Parts of fields that have rules of their own. */
const fieldPart =
  /^::?(?:placeholder|file-selector-button|-webkit-(?:search|date|calendar|inner|outer)|-moz-ui-invalid)/;

/**
 * Returns the elements (as `<a`), classes and `data-` attributes without which a selector matches
 * nothing. What a page may come to match by itself, as with `[open]`, and lists of alternatives are
 * left out.
 */
function listNeeds(selector: selectorParser.Node): string[] {
  switch (selector.type) {
    case 'tag':
      return [`<${selector.value}`];
    case 'class':
      return [selector.value];
    case 'attribute':
      return selector.attribute.startsWith('data-') ? [selector.attribute] : [];
    case 'pseudo':
      if (fieldPart.test(selector.value)) return ['<input'];
      return /^:(?:is|where)$/.test(selector.value) && selector.nodes.length === 1
        ? selector.nodes.flatMap(listNeeds)
        : [];
    case 'selector':
      return selector.nodes.flatMap(listNeeds);
    default:
      return [];
  }
}

/** Not for the first paint of most visitors: these rules come with the whole style sheet. */
const waiting = /^print|^\(forced-colors|^not selector/;

function toPiece(node: ChildNode): Piece {
  const text = node.toString();
  if (node.type === 'rule') return toRulePiece(node, text);
  if (node.type !== 'atrule') return () => '';
  if (!node.nodes) return () => `${text};`;
  if (node.name === 'font-face') return toFacePiece(node, text);
  if (!/^(?:layer|media|supports|container)$/.test(node.name)) return () => text;
  if (waiting.test(node.params)) return () => '';
  const pieces = node.nodes.map(toPiece);
  return (names) => {
    const css = pieces.map((piece) => piece(names)).join('');
    return css && `@${node.name} ${node.params}{${css}}`;
  };
}

function toRulePiece({ selector }: Rule, text: string): Piece {
  const needs = selectorParser().astSync(selector).nodes.map(listNeeds);
  return (names) => (needs.some((all) => all.every((name) => names.has(name))) ? text : '');
}

/** A face for some characters alone is for pages that have one of them. */
function toFacePiece({ nodes = [] }: AtRule, text: string): Piece {
  const range = nodes.find(
    (node): node is Declaration => node.type === 'decl' && node.prop === 'unicode-range',
  );
  if (!range) return () => text;
  const points = range.value.replace(/U\+/gi, '').replace(/[\da-f]+/gi, '\\u{$&}');
  const character = new RegExp(`^[${points.replace(/[,\s]/g, '')}]$`, 'u');
  return (names) => ([' ', ...names].some((name) => character.test(name)) ? text : '');
}

interface CompiledSheet {
  styleSheet: string;
  pieces: Piece[];
  /** What was picked, by what decided it: a page has the same each time. */
  picked: LRUCache<string, string>;
}

let compiled: CompiledSheet | undefined;

/** Reading the style sheet takes longer than picking from it: done once. */
function compile(styleSheet: string): CompiledSheet {
  if (compiled?.styleSheet !== styleSheet) {
    const pieces = parse(styleSheet).nodes.map(toPiece);
    compiled = { styleSheet, pieces, picked: new LRUCache({ max: 100 }) };
  }
  return compiled;
}

/**
 * What of a document decides on its rules: elements, lists of classes, `data-` attributes, custom
 * properties and characters beyond ASCII, which are several bytes each.
 */
const deciding = /<[a-z]\w*|\bclass="[^"]*|\bdata-[\w-]+|\bvar\(--[\w-]+|[\xc2-\xf4][\x80-\xbf]+/g;

/** Returns the single names and characters out of {@link deciding} parts. */
function listNames(parts: Iterable<string>): Set<string> {
  const names = new Set(setByScript);
  for (const part of parts) {
    const text = Buffer.from(part, 'latin1').toString();
    for (const name of text.replace('class="', '').split(' ')) names.add(unescapeHtml(name));
  }
  return names;
}

const unescapeHtml = (text: string) =>
  text.includes('&')
    ? text
        .replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<')
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&amp;', '&')
    : text;

/** Where a custom property gets its value, or by `@property` its kind. */
const declaration = /@property (--[\w-]+)\{[^}]*\}|(?<=[{;])(--[\w-]+):[^;{}]*;?/g;

function pick(pieces: Piece[], names: ReadonlySet<string>): string {
  let rules = pieces.map((piece) => piece(names)).join('');
  // What is left out may have been the last to use another one.
  for (let length = Number.POSITIVE_INFINITY; rules.length < length; ) {
    length = rules.length;
    const used = new Set([...names, ...(rules.match(/var\(--[\w-]+/g) ?? [])]);
    rules = rules.replace(declaration, (text, property, variable) =>
      used.has(`var(${property ?? variable}`) ? text : '',
    );
  }
  return rules;
}

/** Returns what a rendered document uses of the style sheet: bytes of UTF-8 in strings, both of them. */
export function pickStyles(html: string, styleSheet: string): string {
  const { pieces, picked } = compile(styleSheet);
  const parts = new Set(html.match(deciding));
  const key = [...parts].join('\n');
  const css = picked.get(key) ?? pick(pieces, listNames(parts));
  picked.set(key, css);
  return css;
}
