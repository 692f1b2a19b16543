/**
 * Loads a script of the document. It has a low priority, because the first paint needs the fonts,
 * not the script. Only the server renders the element, and the browser loads a module once.
 * `itemProp` keeps React from moving it into the head, which may already have been sent
 * (src/platform/page-cache/waiting-page.ts).
 */
export const DocumentScript = ({ src }: { src: string }) =>
  import.meta.env.SSR ? (
    <script type="module" async fetchPriority="low" itemProp="script" src={src} />
  ) : null;
