import { Injectable } from '@nestjs/common';

/** The clock of schedules. Tests and benchmarks replace it. */
@Injectable()
export class ScheduleClock {
  /** Milliseconds since 1970. */
  now(): number {
    return Date.now();
  }
}
