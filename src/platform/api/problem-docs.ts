import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse } from '@nestjs/swagger';
import { ERROR_STATUS, type ErrorCode } from '../errors/index.js';
import { PROBLEM_TYPE } from '../errors/index.js';

/** RFC 9457 problem details. */
export class ProblemDetails {
  @ApiProperty({ type: String, example: 'urn:gleaner:problem:validation-failed' })
  type: string;

  @ApiProperty({ type: String })
  title: string;

  @ApiProperty({ type: 'integer', example: 400 })
  status: number;

  @ApiProperty({ type: String, description: 'The fault of this request' })
  detail: string;

  @ApiProperty({ type: String, description: 'Path of the request' })
  instance: string;

  @ApiProperty({ enum: Object.keys(ERROR_STATUS) })
  code: ErrorCode;

  @ApiPropertyOptional({ type: String, description: 'Id of the request in the log' })
  requestId?: string;

  @ApiPropertyOptional({ type: String, description: 'Id of the trace of the request, if the service sends traces' })
  traceId?: string;

  @ApiPropertyOptional({ type: String, description: 'Path of the input that was refused' })
  field?: string;

  @ApiPropertyOptional({ type: String, description: 'Allowed values' })
  allowed?: string;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  details?: Record<string, unknown>;

  @ApiPropertyOptional({
    type: 'integer',
    description: 'Try again after this number of seconds. The header `Retry-After` has the same value',
  })
  retryAfterSeconds?: number;
}

/** Documents an operation's errors in OpenAPI. */
export function ApiProblem(...codes: ErrorCode[]): MethodDecorator & ClassDecorator {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  return applyDecorators(
    ...[...byStatus].map(([status, group]) =>
      ApiResponse({
        status,
        description: group.join(', '),
        content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/ProblemDetails' } } },
      }),
    ),
  );
}
