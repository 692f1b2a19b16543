/**
 * Example posts about the method's themes, for `npm run demo` only. They explain and
 * promise nothing; replace them with your own in the admin.
 */
interface SamplePost {
  /** Never changes: a second run finds it again. */
  id: string;
  title: string;
  /** Days before the day of the installation. */
  daysAgo: number;
  /** A file below content/samples/files. */
  picture?: string;
  content: string;
}

const id = (number: number) => `5a3b1e00-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const samplePosts: readonly SamplePost[] = [
  {
    id: id(1),
    title: 'Two questions before every trade',
    daysAgo: 2,
    picture: 'crossing.jpg',
    content: `Most chart work asks one question: how far can price go? It is a good question, and it is half of the picture. The other half is: how long should it take?

A level tells you where. A window of time tells you when. On its own, either one is easy to find and easy to be wrong about. Where the two meet, there is at least something you can write down beforehand and check afterwards.

Try this on a chart you already know. Mark three places where gold turned. Then, under each, write the day, the hour, and how many candles had passed since the turn before. Do not look for a rule yet. Just see whether you would have noticed the time at all.

Our [services](/services) page shows how the method builds on this habit, step by step.`,
  },
  {
    id: id(2),
    title: 'What a level is, and what it is not',
    daysAgo: 6,
    picture: 'levels.jpg',
    content: `A level is a price where the market has shown that it cares. It turned there, or paused, or went through it in a hurry. That is all.

A level is not a wall. Price may stop a little before it or a little behind it. If your plan needs it to stop on the exact tick, the plan is too tight, not the market too rude.

Three habits keep levels honest:
1. Draw few. If everything is a level, nothing is.
2. Write down why each one is there.
3. Remove it when the reason is gone.

What you have left is a chart that you can read from the other side of the room.`,
  },
  {
    id: id(3),
    title: 'The hours of gold',
    daysAgo: 11,
    picture: 'sessions.jpg',
    content: `Gold trades almost around the clock, but not every hour is alike. The Asian, London and New York sessions hand the market on to one another, and how much price moves changes with who is awake.

Instead of learning a table by heart, make your own. For two weeks, write down the high and the low of each session in your own time zone, and how many candles lay between them. You will soon know which hours you like, and which ones only cost you sleep.

Mind the clock: when Europe and America change theirs on different weekends, the sessions shift for a while. If you are not sure what time it is elsewhere, count from UTC: https://en.wikipedia.org/wiki/Coordinated_Universal_Time`,
  },
  {
    id: id(4),
    title: 'Risk first, and in your own currency',
    daysAgo: 15,
    content: `Before the entry comes the exit you hope not to need. Decide what you can lose on one idea, in rand or whatever you buy bread with, and let that number choose the size of the position. Not the other way round.

The arithmetic is short. The distance from your entry to your stop, times the value of that distance for one lot, is what one lot can cost you. Divide what you are willing to lose by it.

If the answer is smaller than your broker allows, the trade is too big for the account. Waiting is a position as well.

Trading carries a high risk of loss. Nothing on this page is advice on what to buy or sell.`,
  },
  {
    id: id(5),
    title: 'A journal that you will keep',
    daysAgo: 20,
    picture: 'journal.jpg',
    content: `A journal with twenty columns lasts a week. One with five lasts for years.

Date and hour.
The level, and why.
The window of time, and why.
What you did.
What you would do again.

The last line is the one that teaches. It does not ask whether you made money; a bad decision can pay and a good one can cost. It asks whether you followed what you had written before.

Read it once a week, on a day without a chart in front of you.`,
  },
  {
    id: id(6),
    title: 'Waiting is a skill',
    daysAgo: 26,
    content: `Nobody is paid for the number of candles they watch. Yet sitting still in front of a moving chart is harder than any pattern.

It becomes easier when waiting has an end. "I wait until price is at this level, in this window; if the window closes, I am done for today." Now you wait for something, and you know when you may stop.

Set an alert and leave the screen. What you miss while you make tea was not in your plan anyway.`,
  },
  {
    id: id(7),
    title: 'Higher frame, lower frame',
    daysAgo: 33,
    picture: 'frames.jpg',
    content: `The same market looks calm on the daily chart and frantic on the five-minute one. Neither is lying. They answer different questions.

Use the higher frame to decide what you are looking for, and the lower one to decide when you have found it. Going back and forth between them in the middle of a trade mostly serves to find a reason for what you already wanted.

A simple rule to try: the frame on which you made the plan is the only one that may change it.`,
  },
  {
    id: id(8),
    title: 'When nothing lines up',
    daysAgo: 41,
    content: `Some weeks, price reaches your level on the wrong day, or the day comes and price is nowhere near. Nothing lines up, and the temptation is to move the line.

Leave it where it is. A method that fits every week explains none of them.

Use the time for what never feels urgent: read the journal, tidy the chart, test one idea on last year's data. If you have a question, [ask it](/contact).`,
  },
  {
    id: id(9),
    title: 'News: know the hour, not the number',
    daysAgo: 48,
    content: `Scheduled announcements move gold, and nobody knows the number beforehand. What everybody can know is the hour.

Put the week's releases on your chart as vertical lines on Sunday evening. Then decide, while it is quiet, what you will do around each of them. For many people the best answer is: nothing, from a quarter of an hour before until the dust has settled.

Spreads widen and stops may be filled far from where they stand. This is no fault of your analysis, but it is your account.`,
  },
  {
    id: id(10),
    title: 'Testing an idea without fooling yourself',
    daysAgo: 57,
    picture: 'testing.jpg',
    content: `To test an idea, write it down so that a friend could follow it without asking. If you cannot, it is a feeling, not yet an idea.

Then pick the stretch of chart before you look at it, and go through it one candle at a time. Note every case, above all those where you would like to look away.

Thirty cases say little, a hundred say something. Keep some months aside that you never look at while you are still changing the rule, and try the rule on them once, at the end.

And remember what a test is: a description of the past.`,
  },
  {
    id: id(11),
    title: 'Small accounts, large lessons',
    daysAgo: 66,
    content: `A small account cannot make you rich this year. It can teach you everything that a large one would, at a fraction of the fee.

Treat it as if it were ten times the size: the same plan, the same journal, the same daily limit. If you double the risk because "it is only a little money", you are practising exactly that.

The day you trade more should not feel different.`,
  },
  {
    id: id(12),
    title: 'A morning in five steps',
    daysAgo: 74,
    content: `1. Look at the daily chart. Where is price between the levels you marked last?
2. Look at the calendar. Which hours are taken by news?
3. Write down one place and one window that would interest you today.
4. Decide what you would lose if you are wrong, and whether that is fine.
5. Set the alert, and close the chart.

It takes ten minutes. The [free checklist](/freebies) has the same steps on one page, to print and pin beside the screen.`,
  },
  {
    id: id(13),
    title: 'Reading a candle slowly',
    daysAgo: 83,
    picture: 'candle.jpg',
    content: `A candlestick is four numbers: where a stretch of time began, where it ended, and how far it went in between. Names for its shapes come later, if at all.

Ask of each candle: who was in charge at the beginning, who at the end, and what did it cost them? A long wick is a journey that somebody came back from. A small body is an argument without a winner.

Then ask how long it took. The same shape means little after ten minutes of quiet and more after three days of pressure. There it is again: time, beside price.`,
  },
  {
    id: id(14),
    title: 'Where to begin',
    daysAgo: 90,
    content: `If you are new here, begin with the free things. Read a few of these posts, watch the [short lesson](/videos), print the [checklist](/freebies), and join one of the [groups](/community) where questions are welcome.

Give yourself a month of looking without trading. Mark levels, mark times, write the five lines of the journal. If you still enjoy it after that, you will know much better what you want to ask.

Education is all that this site offers. What you do with your money is your own decision, and worth talking over with somebody who knows your circumstances.`,
  },
];
