import { BookingIsland } from '#app/features/booking/booking-island.tsx';
import { hydrateIsland } from '#app/features/shell/hydrate-island.tsx';
import { whenRead } from './when-read.ts';

whenRead(() => hydrateIsland(BookingIsland));
