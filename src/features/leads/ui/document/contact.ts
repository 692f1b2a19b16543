import { ContactForm } from '#features/leads/ui/contact-form.tsx';
import { hydrateIsland } from '#features/shell/ui/index.ts';

hydrateIsland(ContactForm);
