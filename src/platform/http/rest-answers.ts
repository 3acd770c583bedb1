import {
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  StreamableFile,
  type Type,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { API_PREFIX, FIELDS, type FieldChoice, fieldChoice, inRest, onlyFields } from '../api/index.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The whole answer as JSON, if the client chose some of its fields: entity tags are of the whole. */
    wholeAnswer?: string;
  }
}

/** The key under which Nest keeps the documented answers of a handler; the package does not export it. */
const DOCUMENTED_ANSWERS = 'swagger/apiResponse';

type Handler = ReturnType<ExecutionContext['getHandler']>;
/** The documented answers of a handler, by status. */
type Answers = Readonly<Record<string, { readonly type?: Type } | undefined>>;

/**
 * Writes the answers of handlers as REST spells them, by the classes with which their routes document them. Reads have
 * only the fields that `fields` names, if it is given.
 */
export class RestAnswers implements NestInterceptor {
  private readonly types = new WeakMap<Handler, Type | null>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const type = this.typeOf(context.getHandler());
    if (type === null) return next.handle();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const choice = choiceOf(request, type);
    return next.handle().pipe(
      map((answer: unknown) => {
        if (answer instanceof StreamableFile) return answer;
        const whole = inRest(type, answer);
        if (choice === null || whole === undefined || whole === null) return whole;
        request.wholeAnswer = JSON.stringify(whole);
        return onlyFields(whole, choice);
      }),
    );
  }

  /** The class of a handler's successful answer. */
  private typeOf(handler: Handler): Type | null {
    let type = this.types.get(handler);
    if (type === undefined) {
      const answers = (Reflect.getMetadata(DOCUMENTED_ANSWERS, handler) ?? {}) as Answers;
      const successful = Object.entries(answers).find(([status, answer]) => status.startsWith('2') && answer?.type);
      type = successful?.[1]?.type ?? null;
      this.types.set(handler, type);
    }
    return type;
  }
}

/** Takes the choice of fields out of the query, which handlers do not know. */
function choiceOf(request: FastifyRequest, type: Type): FieldChoice | null {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || request.routeOptions.url?.startsWith(`${API_PREFIX}/`) !== true) return null;
  const { [FIELDS]: fields, ...query } = request.query as Record<string, unknown>;
  if (fields === undefined) return null;
  request.query = query;
  return fieldChoice(type, fields);
}
