/** Purposes of draws: keys that separate draws for different purposes. */
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
