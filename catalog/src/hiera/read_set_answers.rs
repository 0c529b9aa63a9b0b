//! Answers for read sets about data: configurations, and single keys of data files.

use std::sync::Arc;

use super::config::Layer;
use super::data_file::{Content, DataFile, Format, answer_of_source};
use super::hierarchies::Hierarchies;
use crate::data::{Data, Hash, Pairs};
use crate::read_set::{self, Answer, DataAnswers, Digester, Topic, answer_of, answer_of_data};

impl Format {
    fn name(self) -> &'static str {
        match self {
            Format::Yaml => "yaml",
            Format::Json => "json",
            Format::Hocon => "hocon",
        }
    }

    fn named(name: &str) -> Option<Format> {
        let all = [Format::Yaml, Format::Json, Format::Hocon];
        all.into_iter().find(|format| format.name() == name)
    }
}

impl DataFile {
    /// Returns the file's name in read sets: `FORMAT MODULE PATH`.
    pub(super) fn name(&self) -> String {
        let module = self.module.as_deref().unwrap_or_default();
        format!("{} {module} {}", self.format.name(), self.path)
    }

    /// Returns the data file with such a name, without reading it.
    fn named(name: &str) -> Option<DataFile> {
        let mut words = name.splitn(3, ' ');
        let format = Format::named(words.next()?)?;
        let module = words
            .next()
            .filter(|module| !module.is_empty())
            .map(Arc::from);
        Some(DataFile::new(format, module, Arc::from(words.next()?)))
    }
}

/// Answers for each key of a data file, as if the file contained these bytes.
pub(crate) fn answers_of_bytes(name: &str, bytes: &[u8]) -> DataAnswers {
    let file = DataFile::named(name);
    file.map_or_else(DataAnswers::default, |file| {
        answers(&file.parse(bytes), answer_of([bytes]))
    })
}

/// Answers for each key of a data file that does not exist: it has no keys.
pub(crate) fn answers_of_nothing() -> DataAnswers {
    let empty = Content::Hash(Arc::new(Hash::new(Pairs::default())), Vec::new());
    answers(&empty, Answer::default())
}

fn answers(content: &Content, bytes: Answer) -> DataAnswers {
    let mut shape = Digester::default();
    let mut keys = Vec::new();
    match content {
        Content::Hash(hash, rejected) => {
            shape.add("hash");
            rejected.iter().for_each(|key| shape.add(key));
            for (key, value) in hash.iter() {
                match key {
                    Data::String(key) => keys.push((key.to_string(), answer_of_data(value))),
                    // lookups never find such a key
                    other => {
                        shape.add_data(other);
                        shape.add_data(value);
                    }
                }
            }
        }
        Content::NoHash(other) => {
            shape.add("other");
            shape.add_data(other);
        }
        Content::Error(error) => {
            shape.add("error");
            shape.add(format!("{error:?}"));
        }
    }
    DataAnswers {
        bytes,
        shape: shape.finish(),
        keys,
    }
}

impl Hierarchies {
    /// Notes that all of a data file is read.
    pub(super) fn note_data(&self, file: &DataFile) {
        if read_set::is_on() {
            let name = file.name();
            read_set::note(Topic::Data, &name, || self.data_answer(&name));
        }
    }

    /// Answers about the content of a configuration.
    pub(crate) fn config_answer(&self, layer: &Layer) -> Answer {
        let provider = self.provider(layer).unwrap_or_default();
        let Some((folder, path)) = self.place(layer) else {
            return answer_of(["nowhere"]);
        };
        let held = answer_of_source(&self.source().read(&path));
        let parts = [
            folder.as_bytes(),
            path.as_bytes(),
            provider.as_bytes(),
            &held.0,
        ];
        answer_of(parts)
    }

    /// Returns the data file for a name that [`DataFile::name`] created.
    fn file_named(&self, name: &str) -> Option<Arc<DataFile>> {
        let file = DataFile::named(name)?;
        Some(self.file(file.format, file.module.as_ref(), &file.path))
    }

    /// Answers about all of a data file.
    pub(crate) fn data_answer(&self, name: &str) -> Answer {
        let answers = self.data_answers(name);
        let mut digester = Digester::default();
        digester.add(answers.shape.0);
        for (key, answer) in answers.keys {
            digester.add(key);
            digester.add(answer.0);
        }
        digester.finish()
    }

    /// Answers about the bytes of a data file without parsing them. Returns `None` for formats in
    /// which the same bytes may have another meaning later.
    pub(crate) fn bytes_answer(&self, name: &str) -> Option<Answer> {
        let file = self.file_named(name)?;
        let is_lasting = file.format != Format::Hocon;
        is_lasting.then(|| match file.bytes.get() {
            Some(answer) => *answer,
            None if !file.exists(self.source()) => Answer::default(),
            None => answer_of_source(&self.source().read(&file.path)),
        })
    }

    /// Answers for each key of a data file.
    pub(crate) fn data_answers(&self, name: &str) -> DataAnswers {
        let Some(file) = self.file_named(name) else {
            return DataAnswers::default();
        };
        let answers = match file.exists(self.source()) {
            true => answers(file.content(self.source()), Answer::default()),
            false => answers_of_nothing(),
        };
        DataAnswers {
            bytes: file.bytes.get().copied().unwrap_or_default(),
            ..answers
        }
    }
}

/// Returns the layer for a name in [`Topic::Config`].
pub(crate) fn layer(name: &str) -> Layer {
    match name.split_once(' ') {
        Some((_, module)) => Layer::Module(module.into()),
        None if name == "global" => Layer::Global,
        None => Layer::Environment,
    }
}
