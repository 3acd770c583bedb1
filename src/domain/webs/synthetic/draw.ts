/** What a draw is for: keys that keep draws of different purpose apart. */
export const Draw = {
  Place: 1,
  Order: 2,
  Template: 3,
  Title: 4,
  Text: 5,
  Anchor: 6,
  HostName: 7,
  SecondTopic: 8,
  Churn: 9,
  Edits: 10,
  Pace: 11,
} as const;
