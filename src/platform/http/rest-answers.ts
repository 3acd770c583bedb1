import type { CallHandler, ExecutionContext, NestInterceptor, Type } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { inRest } from '../api/index.js';

/** The key under which Nest keeps the documented answers of a handler; the package does not export it. */
const DOCUMENTED_ANSWERS = 'swagger/apiResponse';

type Handler = ReturnType<ExecutionContext['getHandler']>;
/** The documented answers of a handler, by status. */
type Answers = Readonly<Record<string, { readonly type?: Type } | undefined>>;

/** Writes the answers of handlers as REST spells them, by the classes with which their routes document them. */
export class RestAnswers implements NestInterceptor {
  private readonly types = new WeakMap<Handler, Type | null>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const type = this.typeOf(context.getHandler());
    return type === null ? next.handle() : next.handle().pipe(map((answer: unknown) => inRest(type, answer)));
  }

  /** The class of a handler's successful answer. */
  private typeOf(handler: Handler): Type | null {
    let type = this.types.get(handler);
    if (type === undefined) {
      const answers = (Reflect.getMetadata(DOCUMENTED_ANSWERS, handler) ?? {}) as Answers;
      type =
        Object.entries(answers).find(([status, answer]) => status.startsWith('2') && answer?.type)?.[1]?.type ?? null;
      this.types.set(handler, type);
    }
    return type;
  }
}
