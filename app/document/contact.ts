import { ContactForm } from '#app/features/contact/contact-form.tsx';
import { hydrateIsland } from '#app/features/shell/hydrate-island.tsx';
import { whenRead } from './when-read.ts';

whenRead(() => hydrateIsland(ContactForm));
