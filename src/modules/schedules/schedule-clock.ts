import { Injectable } from '@nestjs/common';

/** The time by which schedules are due. Tests and benchmarks put another one in its place. */
@Injectable()
export class ScheduleClock {
  /** Milliseconds since 1970. */
  now(): number {
    return Date.now();
  }
}
