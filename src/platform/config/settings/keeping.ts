import { integer, list, setting } from '../setting-kinds.js';

const DELAYS = 'up to 20 whole numbers of seconds, each from 0 to 604800, separated by commas';

/** Retention periods, quotas per project, and schedules. */
export const keepingSettings = {
  EXPORT_DAYS: setting(integer(1, 3_650), '7', 'How long stored exports are kept after they were made, in days'),
  EXPORT_MAX_BYTES: setting(
    integer(1_000_000, 1_000_000_000_000),
    '20000000000',
    'Size at which the making of a stored export is given up',
  ),
  EXPORTS_PER_PROJECT: setting(
    integer(1, 10_000),
    '50',
    'Stored exports that a project may have at once, those in the making included',
  ),
  AUDIT_DAYS: setting(integer(1, 36_500), '400', 'How long entries of the audit log are kept, in days'),
  SCHEDULE_MIN_INTERVAL_SECONDS: setting(
    integer(60, 86_400),
    '60',
    'Shortest time between two due times of a schedule. Expressions that are due more often are refused',
  ),
  SCHEDULE_GRACE_SECONDS: setting(
    integer(1, 86_400),
    '300',
    'A due time of a schedule at which no worker was there counts as missed when it is older. Before that it is only late',
  ),
  MONITORS_PER_PROJECT: setting(integer(1, 10_000), '100', 'Monitors that a project may have at once'),
  MONITOR_SESSION_DAYS: setting(
    integer(1, 36_500),
    '90',
    'How long sessions that monitors started are kept after their end when nothing refers to them, in days. Those of the newest runs of a monitor stay',
  ),
  VISIT_DAYS: setting(
    integer(1, 36_500),
    '400',
    'How long the history of visits of sessions that track changes is kept, in days. The visit that the next one is compared with stays',
  ),
  WEBHOOK_DAYS: setting(integer(1, 3_650), '30', 'How long messages of webhooks are kept, in days'),
  WEBHOOK_RETRY_SECONDS: setting(
    list()
      .refine(
        (delays) => delays.length <= 20 && delays.every((delay) => /^\d{1,6}$/.test(delay) && Number(delay) <= 604_800),
        { error: DELAYS },
      )
      .transform((delays) => delays.map(Number)),
    '5,300,1800,7200,18000,36000,50400,72000,86400',
    'Waits before the retries of a message of a webhook, in seconds, separated by commas. The default is the schedule of the Standard Webhooks specification: ten attempts in three days',
  ),
} as const;
