import { ApiOperation } from '@nestjs/swagger';

/** A decorator for REST handlers that names and describes a call. Resolvers use the same text as their description. */
export function operationsOf<K extends string>(
  texts: Readonly<Record<K, string>>,
): (operationId: K, description?: string) => MethodDecorator {
  return (operationId, description) => ApiOperation({ summary: texts[operationId], operationId, description });
}
