export { WithBrokerBanner } from './broker-banner.tsx';
export { ClosingCall, ClosingLine } from './closing-call.tsx';
export {
  DocumentProvider,
  HeadScript,
  InlineStyles,
  useDocumentContext,
} from './document-context.tsx';
export { hydrateIsland, mountToaster } from './hydrate-island.tsx';
export { Island, type IslandData, IslandFrame, useIslandData } from './island.tsx';
export { NoSuchPage, readListPage } from './list-page.tsx';
export { MainContent, SkipLink } from './main-content.tsx';
export { feedLink, pagedMeta, pageMeta } from './page-meta.ts';
export { RouteError } from './route-error.tsx';
export { SettingsContext, useSettings } from './settings.ts';
export { SiteFooter } from './site-footer.tsx';
export { SiteHeader, ThemeToggle } from './site-header.tsx';
export {
  faqPage,
  organization,
  organizationId,
  organizationReference,
  type StructuredData,
} from './structured-data.ts';
export { keepTypedWords } from './typed-words.ts';
