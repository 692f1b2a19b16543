import { whenRead } from '#document/when-read.ts';
import { hydrateIsland } from '#features/shell/ui/index.ts';
import { ContactForm } from '../contact-form.tsx';

whenRead(() => hydrateIsland(ContactForm));
