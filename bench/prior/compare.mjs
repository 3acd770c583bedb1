/** Crawls with several starting weights, side by side. */
import { meanOf, pairedInterval } from '../quality/statistics.mjs';
import { report } from '../support/report.mjs';

/** Added to figures before their ratio, as bench/quality/run.mjs does. */
const FLOORS = { relevant: 1, domains: 0.5, area: 0.01 };

export function compared(runs, budgets, values) {
  const variants = [...new Set(runs.map(({ variant }) => variant))];
  const topics = [...new Set(runs.map(({ web, topic }) => `${web} ${topic}`))];
  const figures = (topic, variant, budget, measure) =>
    runs
      .filter((run) => `${run.web} ${run.topic}` === topic && run.variant === variant)
      .map(({ marks }) => marks.find((mark) => mark.budget === budget)[measure]);
  const mean = (...of) => meanOf(figures(...of)).mean;
  report(
    'prior-crawls',
    ['topic', 'budget', ...variants.flatMap((variant) => [variant, 'area'])],
    topics.flatMap((topic) =>
      budgets.map((budget) => [
        topic,
        budget,
        ...variants.flatMap((variant) => [
          mean(topic, variant, budget, 'relevant').toFixed(1),
          mean(topic, variant, budget, 'area').toFixed(3),
        ]),
      ]),
    ),
    { values, runs },
  );
  console.log(`\nratios to ${variants[0]}, geometric means over topics, 90% intervals (bootstrap over topics)`);
  for (const budget of budgets)
    for (const variant of variants.slice(1)) {
      const ratios = Object.entries(FLOORS).map(([measure, floor]) => {
        const logs = topics.map((topic) =>
          Math.log(
            (mean(topic, variant, budget, measure) + floor) / (mean(topic, variants[0], budget, measure) + floor),
          ),
        );
        return `${measure} ${pairedInterval(logs)
          .map((log) => Math.exp(log).toFixed(2))
          .join(' ')}`;
      });
      console.log(`${String(budget).padStart(5)}  ${variant.padEnd(18)} ${ratios.join('  ')}`);
    }
}
