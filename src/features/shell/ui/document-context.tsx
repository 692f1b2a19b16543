import { createContext, memo, type ReactNode, use } from 'react';

const stylesId = 'site-styles';

/** The styles of public pages, as already rendered into the document. */
const inlineStyles =
  typeof document === 'undefined' ? '' : (document.getElementById(stylesId)?.textContent ?? '');

/** What the server provides for rendering the document around a page. */
const DocumentContext = createContext({
  /** Marks React Router's scripts, whose hashes are only known after rendering. */
  nonce: undefined as string | undefined,
  styles: inlineStyles,
  headScript: '',
  /** Renders a part of the document that React hydrates separately. */
  renderPart: (_part: ReactNode): string => '',
});

export const DocumentProvider = DocumentContext.Provider;

export const useDocumentContext = () => use(DocumentContext);

/*
 * Both are rendered only once, because the Content-Security-Policy does not let React write them
 * again.
 */

/** All styles of public pages, inlined so that the first paint needs no other request. */
export const InlineStyles = memo(() => (
  <style
    id={stylesId}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, made at build time
    dangerouslySetInnerHTML={{ __html: useDocumentContext().styles }}
  />
));

/** Our inline script in the head of every document. */
export const HeadScript = memo(() => (
  <script
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, made at build time
    dangerouslySetInnerHTML={{ __html: useDocumentContext().headScript }}
  />
));
