import { ID, InputType, ObjectType } from '@nestjs/graphql';
import { ApiField, Connection, InputField, Page } from '../../../platform/api/index.js';
import { MAX_PROJECT_NAME_CHARS } from '../project.js';

@ObjectType('Project', {
  description: 'Owns topics and all that is made from them. What is not of the project is not there for its keys',
})
export class ProjectDto {
  @ApiField(ID)
  id: string;

  @ApiField(String, { description: 'Unique' })
  name: string;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date)
  updatedAt: Date;
}

export class ProjectPage extends Page(ProjectDto) {}

@ObjectType()
export class ProjectConnection extends Connection(ProjectDto, 'Project') {}

@InputType()
export class ProjectInput {
  @InputField(String, { description: 'Unique', example: 'food', minLength: 1, maxLength: MAX_PROJECT_NAME_CHARS })
  name: string;
}
