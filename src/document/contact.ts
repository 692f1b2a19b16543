import { ContactForm } from '#features/leads/ui/contact-form.tsx';
import { hydrateIsland } from '#features/shell/ui/hydrate-island.tsx';
import { whenRead } from './when-read.ts';

whenRead(() => hydrateIsland(ContactForm));
