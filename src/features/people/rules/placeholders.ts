export { hasPlaceholder, splitPlaceholders, withoutOpenParagraphs } from '#rules/legal-text.ts';
