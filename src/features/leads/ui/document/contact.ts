import { onDomReady } from '#document/on-dom-ready.ts';
import { ContactForm } from '#features/leads/ui/contact-form.tsx';
import { hydrateIsland } from '#features/shell/ui/index.ts';

onDomReady(() => hydrateIsland(ContactForm));
