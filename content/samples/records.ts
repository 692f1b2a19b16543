/** Everything else that `npm run demo` lays out. Each is marked as a sample where a visitor could take it for an offer. */

const id = (kind: number, number: number) => `5a3b1e00-000${kind}-4000-8000-00000000000${number}`;

/**
 * Each takes place on the first `weekday` (1 is Monday) that is so many days or more after the
 * day of the installation: it lies ahead, and its title can name the day.
 */
export const sampleEvents = [
  {
    id: id(1, 1),
    title: 'Sample: reading the week ahead',
    inDays: 5,
    weekday: 7,
    time: '19:00',
    location: 'Online',
    description: 'An hour with the weekly chart: which levels stand, and which hours matter.',
  },
  {
    id: id(1, 2),
    title: 'Sample: open questions',
    inDays: 12,
    weekday: 3,
    time: '18:30',
    location: 'Online',
    description: 'Bring one chart and one question. No slides.',
  },
  {
    id: id(1, 3),
    title: 'Sample: a Saturday of testing',
    inDays: 28,
    weekday: 6,
    time: null,
    location: 'Johannesburg',
    description: 'We write one idea down and test it by hand, one candle at a time.',
  },
] as const;

export const sampleCourses = [
  {
    id: id(2, 1),
    title: 'Sample course: levels from scratch',
    price: 'R300',
    description: 'Five short lessons on marking levels that you can explain.',
    features: ['Five lessons as PDF', 'Ten charts to practise on', 'One page to keep'],
  },
  {
    id: id(2, 2),
    title: 'Sample course: the trading journal',
    price: 'R150',
    description: 'How to write five lines a day, and what to read in them after a month.',
    features: ['One lesson as PDF', 'A journal to print', 'Questions for a weekly review'],
  },
] as const;

export const sampleVideos = [
  {
    id: id(3, 1),
    title: 'How far, and how long?',
    subtitle: 'Ten seconds on the two questions of the method, as a moving chart.',
    file: 'lesson.mp4',
    poster: 'lesson.mp4.jpg',
  },
] as const;

export const sampleFreebies = [
  {
    id: id(4, 1),
    title: 'A pre-trade checklist, on one page',
    file: 'checklist.pdf',
  },
] as const;
