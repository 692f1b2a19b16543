import { ContactForm } from '#app/features/contact/contact-form.tsx';
import { hydrateIsland } from '#app/features/shell/hydrate-island.tsx';

hydrateIsland(ContactForm);
