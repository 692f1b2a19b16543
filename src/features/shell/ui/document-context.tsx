import { createContext, memo, type ReactNode, use } from 'react';

const stylesId = 'site-styles';

/** The rules of public pages as the browser has them. */
const inlineStyles =
  typeof document === 'undefined' ? '' : (document.getElementById(stylesId)?.textContent ?? '');

/** What the server knows of the document around a page. */
const DocumentContext = createContext({
  /** Marks the scripts of the framework, whose hashes are known once they are rendered. */
  nonce: undefined as string | undefined,
  styles: inlineStyles,
  headScript: '',
  /** Renders a part of the document that React hydrates separately. */
  renderPart: (_part: ReactNode): string => '',
});

export const DocumentProvider = DocumentContext.Provider;

/** Returns what the document is made with. */
export const useDocumentContext = () => use(DocumentContext);

/*
 * Both are rendered only once: the security policy forbids React to write them again.
 */

/** The style sheet of public pages, whole: the first paint waits for the document alone. */
export const InlineStyles = memo(() => (
  <style
    id={stylesId}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, made at build time
    dangerouslySetInnerHTML={{ __html: useDocumentContext().styles }}
  />
));

/** Our own script at the head of every document. */
export const HeadScript = memo(() => (
  <script
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, made at build time
    dangerouslySetInnerHTML={{ __html: useDocumentContext().headScript }}
  />
));
